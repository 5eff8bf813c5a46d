import { lazy, Suspense } from 'react';
import { say, sayCounted } from '../../platform/say.ts';
import type { AttachmentTrayProps } from './attachment-list.tsx';
import type { AttachmentsView } from './use-attachments.ts';

// With the first file that somebody adds.
const AttachmentList = lazy(() => import('./attachment-list.tsx'));

/** What waits in the box for its message, how far it is, and what could not be added. */
export function AttachmentTray(props: AttachmentTrayProps) {
  const { files, problems } = props.view;
  return (
    <>
      <p role="status" className="sr-only">
        {sayState(props.view)}
      </p>
      {files.length + problems.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentList {...props} />
        </Suspense>
      )}
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
