import { useEffect, useState } from "preact/hooks";

const THEME = "daybook.theme";
const NAMES = { system: "auto", light: "light", dark: "dark" } as const;
type Theme = keyof typeof NAMES;

function stored(): Theme {
  const theme = localStorage.getItem(THEME);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Light, dark, or as the system says. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(stored());
  useEffect(() => {
    if (theme === "system") {
      localStorage.removeItem(THEME);
      delete document.documentElement.dataset["theme"];
    } else {
      localStorage.setItem(THEME, theme);
      document.documentElement.dataset["theme"] = theme;
    }
  }, [theme]);
  return (
    <label class="chip">
      <span>Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {Object.entries(NAMES).map(([value, name]) => <option value={value}>{name}</option>)}
      </select>
    </label>
  );
}
