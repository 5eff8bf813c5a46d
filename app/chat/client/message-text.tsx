import { findLinks } from '../protocol/find-links.ts';
import { parseMessage } from '../protocol/parse-message.ts';
import { MessageServiceCard } from './message-service-card.tsx';

interface MessageTextProps {
  readonly text: string;
  /** Links open in a new tab for agents, so that the dashboard stays open. */
  readonly isTeam?: boolean;
}

/**
 * Renders a message as text, lists and links; a service's address alone on its line becomes a card. User text
 * never becomes HTML, and every character is shown as typed.
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
      // Each line is a paragraph with its own text direction.
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
      // The number or bullet is part of the text. Safari announces an unmarked list only if it has the role.
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

const LINE = 'min-h-[1.4em] whitespace-pre-wrap [tab-size:4]';
const HANGING = 'ps-[1.5em] indent-[-1.5em]';

/** With kerning, Chromium shapes the rest of a long word again for each of its lines. */
const LONG = 400;

const isLongWord = (line: string): boolean =>
  line.length > LONG && line.split(/\s/).some((word) => word.length > LONG);
