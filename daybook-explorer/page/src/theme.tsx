import { useEffect, useState } from "preact/hooks";

const THEME = "daybook.theme";
const NEXT = { system: "light", light: "dark", dark: "system" } as const;
type Theme = keyof typeof NEXT;

function stored(): Theme {
  const theme = localStorage.getItem(THEME);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Light, dark, or as the system says. */
export function ThemeButton() {
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
  return <button type="button" class="small" aria-label={`Colours: ${theme}. Change to ${NEXT[theme]}`} onClick={() => setTheme(NEXT[theme])}>{{ system: "Auto", light: "Light", dark: "Dark" }[theme]}</button>;
}
