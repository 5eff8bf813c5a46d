import { toLine } from '../../platform/shown-text.ts';
import { INTAKE_LIMITS, type IntakeForm, type IntakeQuestion } from './intake-form.ts';

const BULLET = /^[-–—*•·‣▪](?:\s+|$)/;
/** A cut label keeps at least this many characters, even if its last space is earlier. */
const LEAST_LABEL = 100;

/**
 * Converts 'What we need from the buyer' into questions for a long text, one a line. They are required, as today.
 * Nothing of the text is lost: a line that is too long for a label is repeated as help, and lines beyond the
 * largest number of questions become the help of the last one.
 *
 * The ids follow from the position, so that a repeated conversion and translations of the text agree.
 */
export function convertNeeds(needs: string): IntakeForm {
  const lines = needs
    .split(/\r\n|[\r\n]/)
    .map((line) => toLine(line, INTAKE_LIMITS.help).replace(BULLET, ''))
    .filter((line) => line !== '');
  const { questions: most } = INTAKE_LIMITS;
  return lines.slice(0, most).map((line, index) => {
    const rest = index === most - 1 ? lines.slice(most) : [];
    return questionOf(line, index + 1, rest);
  });
}

function questionOf(line: string, position: number, rest: readonly string[]): IntakeQuestion {
  const label = shorten(line);
  return {
    id: `need-${position}`,
    type: 'long-text',
    label,
    help: [...(label === line ? [] : [line]), ...rest].join('\n'),
    isRequired: true,
    choices: [],
  };
}

function shorten(line: string): string {
  const letters = Array.from(line);
  if (letters.length <= INTAKE_LIMITS.label) return line;
  const start = letters.slice(0, INTAKE_LIMITS.label - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space < LEAST_LABEL ? start : start.slice(0, space)).trimEnd()}…`;
}
