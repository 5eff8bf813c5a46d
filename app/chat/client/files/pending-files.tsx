import { useSyncExternalStore } from 'react';
import { FileProgress } from './attachment-list.tsx';
import type { FileUploads } from './file-uploads.ts';
import type { PickedFile } from './picked-file.ts';
import { PickedPicture } from './picked-picture.tsx';

interface PendingFilesProps {
  readonly files: readonly PickedFile[];
  readonly uploads: FileUploads;
}

export function PendingFiles({ files, uploads }: PendingFilesProps) {
  const states = useSyncExternalStore(uploads.subscribe, uploads.getStates, uploads.getStates);
  return (
    // Progress is not worth interrupting a screen reader.
    <ul aria-live="off" className="mt-1 grid w-[min(85%,320px)] gap-1.5 self-end">
      {files.map((file) => (
        <li
          key={file.id}
          className="flex items-center gap-2.5 rounded-[12px] border border-dashed border-primary bg-surface p-1.5 text-ink"
        >
          <PickedPicture file={file} persistedFiles={uploads.persistedFiles} />
          <div className="min-w-0 flex-1">
            <FileProgress file={file} state={states.get(file.id)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
