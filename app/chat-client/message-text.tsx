import { MessageServiceCard } from './message-service-card.tsx';
import { parseMessage } from '../conversation/wire/parse-message.ts';

interface MessageTextProps {
  readonly text: string;
  /** For the team links leave the dashboard where it is. */
  readonly isTeam?: boolean;
}

/**
 * A message as text, lists and links; a service's address alone on its line is shown as its card.
 * Never HTML: what people type is only ever text.
 */
export function MessageText({ text, isTeam = false }: MessageTextProps) {
  return parseMessage(text).map((block, index) => {
    if (block.kind === 'service') {
      // oxlint-disable-next-line react/no-array-index-key
      return <MessageServiceCard key={index} address={block.lines[0] ?? ''} isTeam={isTeam} />;
    }
    const lines = block.lines.map((line, row) => (
      // A message never changes once it is written, so positions are stable keys.
      // oxlint-disable-next-line react/no-array-index-key
      <Line key={row} text={line} kind={block.kind} number={block.numbers?.[row]} />
    ));
    const key = `${block.kind}-${index}`;
    if (block.kind === 'numbered') {
      return (
        <ol key={key} className="my-1 list-decimal ps-6">
          {lines}
        </ol>
      );
    }
    return block.kind === 'bulleted' ? (
      <ul key={key} className="my-1 list-disc ps-6">
        {lines}
      </ul>
    ) : (
      <div key={key}>{lines}</div>
    );
  });
}

interface LineProps {
  readonly text: string;
  readonly kind: string;
  readonly number: number | undefined;
}

function Line({ text, kind, number }: LineProps) {
  const parts = text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      <a
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );
  return kind === 'text' ? (
    <div className="min-h-[1.4em]">{parts}</div>
  ) : (
    <li value={number}>{parts}</li>
  );
}

// Only these two schemes become links; 'javascript:' and 'data:' stay text.
const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;
