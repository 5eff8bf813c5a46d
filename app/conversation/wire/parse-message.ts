export interface MessageBlock {
  readonly kind: 'text' | 'numbered' | 'bulleted' | 'service';
  readonly lines: readonly string[];
  /** As they were typed: a list may begin anywhere and skip. */
  readonly numbers?: readonly number[];
}

const NUMBERED = /^\s*(\d{1,4})[.)]\s+(.+)$/s;
/** Alone on its line: with or without the origin, which whoever shows it compares with its own. */
const SERVICE = /^\s*((?:https?:\/\/[^/\s]+)?\/services\/[a-z]+\/[^/\s?#]+)\s*$/;
const BULLETED = /^\s*[-•*]\s+(.+)$/s;

/**
 * Splits a message into text, lists (lines that are numbered, dash or bullet: SPEC §2) and
 * addresses of services.
 */
export function parseMessage(text: string): MessageBlock[] {
  const blocks: { kind: MessageBlock['kind']; lines: string[]; numbers?: number[] }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { kind, content, number } = classify(line);
    const last = blocks.at(-1);
    // Each card stands alone.
    if (last?.kind === kind && kind !== 'service') last.lines.push(content);
    else blocks.push({ kind, lines: [content], ...(number === undefined ? {} : { numbers: [] }) });
    if (number !== undefined) blocks.at(-1)?.numbers?.push(number);
  }
  return blocks;
}

function classify(line: string): { kind: MessageBlock['kind']; content: string; number?: number } {
  const service = SERVICE.exec(line);
  if (service) return { kind: 'service', content: service[1] ?? '' };
  const numbered = NUMBERED.exec(line);
  if (numbered)
    return { kind: 'numbered', content: numbered[2] ?? '', number: Number(numbered[1]) };
  const bulleted = BULLETED.exec(line);
  if (bulleted) return { kind: 'bulleted', content: bulleted[1] ?? '' };
  return { kind: 'text', content: line };
}
