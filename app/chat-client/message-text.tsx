import { findLinks } from '../conversation/wire/find-links.ts';
import { parseMessage } from '../conversation/wire/parse-message.ts';
import { MessageServiceCard } from './message-service-card.tsx';

interface MessageTextProps {
  readonly text: string;
  /** For the team links leave the dashboard where it is. */
  readonly isTeam?: boolean;
}

/**
 * A message as text, lists and links; a service's address alone on its line is shown as its card.
 * Never HTML: what people type is only ever text, and all of it is shown as it was typed.
 */
export function MessageText({ text, isTeam = false }: MessageTextProps) {
  return parseMessage(text).map((block, index) => {
    // A message never changes once it is written, so positions are stable keys.
    const key = `${block.kind}-${index}`;
    if (block.kind === 'service') {
      return (
        <MessageServiceCard key={key} address={block.lines[0]?.trim() ?? ''} isTeam={isTeam} />
      );
    }
    const isText = block.kind === 'text';
    const List = block.kind === 'numbered' ? 'ol' : 'ul';
    const Item = isText ? 'div' : 'li';
    const lines = block.lines.map((line, row) => (
      // Each line is a paragraph with a direction of its own.
      // oxlint-disable-next-line react/no-array-index-key
      <Item
        key={row}
        dir="auto"
        className={`${LINE} ${isText ? '' : HANGING} ${isLongWord(line) ? '[font-kerning:none]' : ''}`}
      >
        <Line text={line} />
      </Item>
    ));
    return isText ? (
      <div key={key}>{lines}</div>
    ) : (
      // The number or sign is part of the text. Safari calls a list without marks one only by its role.
      <List key={key} role="list" className="my-1">
        {lines}
      </List>
    );
  });
}

function Line({ text }: { readonly text: string }) {
  return findLinks(text).map((piece, index) =>
    piece.isLink ? (
      <a
        dir="auto"
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={piece.text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline"
      >
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
}

/** Spaces, tabs and indentation stay as they were typed. */
const LINE = 'min-h-[1.4em] whitespace-pre-wrap [tab-size:4]';
/** The number or sign hangs, however long it is. */
const HANGING = 'ps-[1.5em] indent-[-1.5em]';

/** Where a font moves letters together, Chromium shapes the rest of a long word anew for each of its lines. */
const LONG = 400;

const isLongWord = (line: string): boolean =>
  line.length > LONG && line.split(/\s/).some((word) => word.length > LONG);
