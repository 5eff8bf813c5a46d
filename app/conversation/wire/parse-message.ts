export interface MessageBlock {
  readonly kind: 'text' | 'numbered' | 'bulleted' | 'service';
  /** As they were typed, with their numbers and signs. */
  readonly lines: readonly string[];
}

/** More digits are a year or an amount. */
const NUMBERED = /^\s*(\d{1,3})[.)]\s+\S/;
const BULLETED = /^\s*[-•*]\s+\S/;
/** Alone on its line: with or without the origin, which whoever shows it compares with its own. */
const SERVICE = /^\s*((?:https?:\/\/[^/\s]+)?\/services\/[a-z]+\/[^/\s?#]+)\s*$/;

/**
 * Splits a message into text, lists (lines that are numbered, dash or bullet: SPEC §2) and
 * addresses of services. Every line stays as it was typed.
 */
export function parseMessage(text: string): MessageBlock[] {
  const blocks: { kind: MessageBlock['kind']; lines: string[] }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const kind = kindOf(line);
    const last = blocks.at(-1);
    // Each card stands alone.
    if (last?.kind === kind && kind !== 'service') last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks.reduce<{ kind: MessageBlock['kind']; lines: string[] }[]>(joinText, []);
}

/** A date at the start of a line ('12. May') is no list: a single number is, if it is the first. */
function joinText(
  joined: { kind: MessageBlock['kind']; lines: string[] }[],
  block: { kind: MessageBlock['kind']; lines: string[] },
) {
  const [first = ''] = block.lines;
  const isAlone = block.kind === 'numbered' && block.lines.length === 1;
  const kind = isAlone && Number(NUMBERED.exec(first)?.[1]) > 1 ? 'text' : block.kind;
  const last = joined.at(-1);
  if (kind === 'text' && last?.kind === 'text') last.lines.push(...block.lines);
  else joined.push({ kind, lines: [...block.lines] });
  return joined;
}

function kindOf(line: string): MessageBlock['kind'] {
  if (SERVICE.test(line)) return 'service';
  if (NUMBERED.test(line)) return 'numbered';
  return BULLETED.test(line) ? 'bulleted' : 'text';
}
