import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { count } from "./format";
import { StoredLine, plainlyMarked } from "./text";

/** As many as a person reads; the words of the field narrow the rest down. */
const MOST_SHOWN = 50;

export interface Choice {
  value: string;
  text: string;
  note?: string;
}

/**
 * A text field with suggestions: the editable combobox with a list of the WAI-ARIA practices. Arrow keys move through
 * the suggestions, Enter takes one, Escape and leaving the field change nothing.
 *
 * @param other makes a choice of a text that is among no suggestions
 */
export function Combobox({ id, value, choices, choose, placeholder, other }: {
  id?: string;
  value: string;
  choices: Choice[];
  choose: (value: string) => void;
  placeholder?: string;
  other?: (text: string) => Choice | undefined;
}) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useId();
  const popup = useRef<HTMLUListElement>(null);
  const all = useMemo(() => matching(choices, typed ?? ""), [choices, typed]);
  const extra = typed?.trim() && other && !choices.some((each) => each.text === typed.trim()) ? other(typed.trim()) : undefined;
  const shown = [...all.slice(0, MOST_SHOWN), ...(extra ? [extra] : [])];
  useEffect(() => {
    if (isOpen) {
      popup.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    }
  }, [isOpen, active]);
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const show = () => {
    setOpen(true);
    setActive(Math.max(0, shown.findIndex((each) => each.value === value)));
  };
  const take = (choice: Choice | undefined) => {
    if (choice) {
      close();
      choose(choice.value);
    }
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      return isOpen ? setActive((active + step + shown.length) % Math.max(1, shown.length)) : show();
    }
    if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      take(shown[active]);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
  };
  const current = choices.find((each) => each.value === value)?.text ?? value;
  return (
    <span class="combobox">
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && shown[active] ? `${list}-${active}` : undefined}
        value={typed ?? plainlyMarked(current)}
        placeholder={placeholder}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !isOpen && show()}
        onInput={(event) => { setTyped(event.currentTarget.value); setActive(0); setOpen(true); }}
        onKeyDown={press}
        onBlur={close}
      />
      {isOpen && (
        <span class="suggestions">
          <ul id={list} role="listbox" aria-label="Suggestions" ref={popup}>
            {shown.map((choice, index) => (
              <li key={choice.value} id={`${list}-${index}`} role="option" aria-selected={index === active} onPointerDown={(event) => event.preventDefault()} onClick={() => take(choice)}>
                <StoredLine text={choice.text} most={80} />{choice.note && <span class="quiet"> {choice.note}</span>}
              </li>
            ))}
          </ul>
          <span class="quiet" role="status">{shown.length === 0 ? "None matches." : all.length > MOST_SHOWN ? `${MOST_SHOWN} of ${count(all.length)}; type to find others.` : ""}</span>
        </span>
      )}
    </span>
  );
}

/** Those that begin with the text, before those that have it elsewhere. */
function matching(choices: Choice[], typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) {
    return choices;
  }
  const found = choices.filter((each) => each.text.toLowerCase().includes(wanted));
  return [...found.filter((each) => each.text.toLowerCase().startsWith(wanted)), ...found.filter((each) => !each.text.toLowerCase().startsWith(wanted))];
}
