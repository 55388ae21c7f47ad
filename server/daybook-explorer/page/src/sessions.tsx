import { Combobox } from "./combobox";
import { plural } from "./format";
import type { Session } from "./model";
import { Field } from "./parts";

/** A field that finds a session by its name or its id. */
export function SessionField({ sessions, value, set, none }: { sessions: Session[]; value: string; set: (id: string) => void; none?: string }) {
  const choices = sessions.map((each) => ({ value: each.id, text: each.name ?? each.id, note: plural(each.episodes, "episode") }));
  return (
    <Field label="Session">
      {(id) => <Combobox id={id} value={value} choices={none ? [{ value: "", text: none }, ...choices] : choices} choose={set} placeholder="choose one" />}
    </Field>
  );
}
