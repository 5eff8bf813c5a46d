import { say, sayCounted } from '../../platform/say.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AttachmentTrayProps } from './attachment-list.tsx';
import type { AttachmentsView } from './use-attachments.ts';

// With the first file that somebody adds.
const AttachmentList = lazyPart(async () => (await import('./attachment-list.tsx')).default, {
  placeholder: ({ view: { files, problems } }, hasFailed) =>
    hasFailed && (
      <ul className="text-[14px] leading-[1.4] [overflow-wrap:anywhere]">
        {[...problems, ...files.map(({ name }) => name)].map((text, index) => (
          <li key={index} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    ),
});

/** What waits in the box for its message, how far it is, and what could not be added. */
export function AttachmentTray(props: AttachmentTrayProps) {
  const { files, problems } = props.view;
  return (
    <>
      <p role="status" className="sr-only">
        {sayState(props.view)}
      </p>
      {files.length + problems.length > 0 && <AttachmentList {...props} />}
    </>
  );
}

/** For who does not see the bars: how many, and when all are there. */
function sayState({ files, states }: AttachmentsView): string {
  if (files.length === 0) return '';
  const ready = files.filter(({ id }) => states.get(id)?.isComplete).length;
  const count = sayCounted(files.length, '{count} file|{count} files');
  return ready === files.length
    ? say('{count} ready to send', { count })
    : say('{count} added', { count });
}
