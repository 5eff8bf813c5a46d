import { isSame, type EntryFields } from '../entries/entry.ts';
import { LABELLED, labelOf, sayField } from '../entries/field-labels.ts';

/** One line of what a publication changes. */
export interface FieldChange {
  readonly label: string;
  /** Undefined where it is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What is drawn for a service, and a number that only orders, say nothing to a person. */
const UNSAID: ReadonlySet<string> = new Set(['art', 'id']);

/** What becomes of an entry, field by field, in the order of its form. */
export function describeChange(before: EntryFields | null, after: EntryFields): FieldChange[] {
  return LABELLED.flatMap((name): FieldChange[] => {
    if (!Object.hasOwn(after, name) || UNSAID.has(name)) return [];
    if (before === null) {
      const said = sayField(name, after);
      return name === 'place' || said === '–'
        ? []
        : [{ label: labelOf(name), before: undefined, after: said }];
    }
    if (isSame(before[name], after[name])) return [];
    // Places are counted in steps that mean nothing to anybody.
    if (name === 'place') return [{ label: labelOf(name), before: 'as it was', after: 'moved' }];
    const [said, saysNow] = whereTheyDiffer(sayField(name, before), sayField(name, after));
    return [{ label: labelOf(name), before: said, after: saysNow }];
  });
}

/** Of long texts the paragraph alone in which the first difference is. */
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  if (before.length + after.length < LONG) return [before, after];
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = old.findIndex((line, index) => line !== now[index]);
  const from = at === -1 ? old.length : at;
  return [excerpt(old[from]), excerpt(now[from])];
}

const LONG = 600;

function excerpt(line = ''): string {
  return line === '' ? '…' : `… ${line.slice(0, LONG)} …`;
}
