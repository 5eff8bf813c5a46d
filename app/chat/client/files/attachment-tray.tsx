import { say, sayCounted } from '../../../platform/say.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { AttachmentTrayProps } from './attachment-list.tsx';
import type { AttachmentsView } from './use-attachments.ts';

// This module is loaded with the first file that is added.
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

/** Announces the number of files and their completion to screen readers. */
function sayState({ files, states }: AttachmentsView): string {
  if (files.length === 0) return '';
  const ready = files.filter(({ id }) => states.get(id)?.isComplete).length;
  const count = sayCounted(files.length, '{count} file|{count} files');
  return ready === files.length
    ? say('{count} ready to send', { count })
    : say('{count} added', { count });
}
