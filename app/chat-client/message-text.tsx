import { findLinks } from '../conversation/wire/find-links.ts';
import { parseMessage } from '../conversation/wire/parse-message.ts';
import './message-text.css';
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
      <Item key={row} dir="auto" className={`typed-line ${isLongWord(line) ? 'long-word' : ''}`}>
        <Line text={line} />
      </Item>
    ));
    return isText ? (
      <div key={key}>{lines}</div>
    ) : (
      // The number or sign is part of the text; without it, Safari would no longer call this a list.
      <List key={key} role="list" className="typed-list">
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

/** Letters without a space that a browser takes seconds to break where it also moves them together. */
const LONG = 400;

const isLongWord = (line: string): boolean =>
  line.length > LONG && line.split(/\s/).some((word) => word.length > LONG);
