interface MessageBlock {
  readonly kind: 'text' | 'numbered' | 'bulleted' | 'service';
  /** The lines as typed, including numbers and bullets. */
  readonly lines: readonly string[];
}

/** A number with more digits is a year or an amount. */
const NUMBERED = /^\s*(\d{1,3})[.)]\s+\S/;
const BULLETED = /^\s*[-•*]\s+\S/;
/**
 * A service address that is alone on its line, with or without the origin and the prefix of a language. The caller
 * must compare the origin with its own.
 */
const SERVICE =
  /^\s*((?:https?:\/\/[^/\s]+)?(?:\/[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{1,8})?)?\/services\/[a-z][a-z0-9-]{0,39}\/[^/\s?#]+)\s*$/;

/**
 * Splits a message into text, lists (numbered, dash or bullet lines: rule 158) and service addresses. Every
 * line is kept as typed.
 */
export function parseMessage(text: string): MessageBlock[] {
  const blocks: { kind: MessageBlock['kind']; lines: string[] }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const kind = kindOf(line);
    const last = blocks.at(-1);
    if (last?.kind === kind && kind !== 'service') last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks.reduce<{ kind: MessageBlock['kind']; lines: string[] }[]>(joinText, []);
}

/** A single numbered line is a list only if its number is 1. Otherwise it may be a date, as in '12. May'. */
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
