import { formatFileSize } from '../../protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { UploadState } from './file-uploads.ts';
import type { PersistedFiles } from './persisted-files.ts';
import type { PickedFile } from './picked-file.ts';
import { PickedPicture } from './picked-picture.tsx';
import type { AttachmentsView } from './use-attachments.ts';
import './files.css';

export interface AttachmentTrayProps {
  readonly view: AttachmentsView;
  readonly persistedFiles: PersistedFiles | undefined;
}

export default function AttachmentList({ view, persistedFiles }: AttachmentTrayProps) {
  const { files, states, problems } = view;
  return (
    <>
      {problems.length > 0 && (
        <div
          role="alert"
          className="mb-2 flex items-start gap-2 text-[13px] leading-[1.4] text-error"
        >
          <ul className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <button
            type="button"
            aria-label={t('Dismiss')}
            className="grid size-8 shrink-0 place-items-center text-ink-2 hover:text-ink"
            onClick={view.dismissProblems}
          >
            <Icon name="x" size={16} />
          </button>
        </div>
      )}
      {files.length > 0 && (
        <ul
          aria-label={t('Files to send')}
          className="mb-2 grid max-h-[156px] gap-1.5 overflow-y-auto"
        >
          {files.map((file) => (
            <TrayFile
              key={file.id}
              file={file}
              state={states.get(file.id)}
              persistedFiles={persistedFiles}
              onRemove={() => view.remove(file.id)}
              onRetry={() => view.retry(file.id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface TrayFileProps {
  readonly file: PickedFile;
  readonly state: UploadState | undefined;
  readonly persistedFiles: PersistedFiles | undefined;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

function TrayFile({ file, state, persistedFiles, onRemove, onRetry }: TrayFileProps) {
  return (
    <li className="flex items-center gap-2.5 rounded-[12px] border border-line bg-surface p-1.5">
      <PickedPicture file={file} persistedFiles={persistedFiles} />
      <div className="min-w-0 flex-1">
        <FileProgress file={file} state={state} />
      </div>
      {state?.reason && state.canRetry && (
        <button
          type="button"
          className="min-h-9 px-1.5 text-[13px] font-semibold underline"
          onClick={onRetry}
        >
          {t('Retry')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('Remove {name}', { name: file.name })}
        className="grid size-9 shrink-0 place-items-center rounded-[10px] text-ink-2 hover:bg-sunken hover:text-ink"
        onClick={onRemove}
      >
        <Icon name="x" size={16} />
      </button>
    </li>
  );
}

interface FileProgressProps {
  readonly file: PickedFile;
  readonly state: UploadState | undefined;
}

export function FileProgress({ file, state }: FileProgressProps) {
  const isInProgress = state !== undefined && !state.isComplete && !state.reason;
  return (
    <>
      <p className="flex gap-2 text-[14px] leading-[1.3]">
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{file.name}</bdi>
        </span>
        <span className="shrink-0 text-[13px] tabular-nums opacity-75">
          {state?.isComplete && <Icon name="check" size={14} className="me-1 inline" />}
          {formatFileSize(file.size)}
        </span>
      </p>
      {state?.reason && (
        <p
          dir="auto"
          className="text-[13px] leading-[1.35] font-medium [overflow-wrap:anywhere] text-error"
        >
          {state.reason}
        </p>
      )}
      {isInProgress && (
        <progress
          className="file-progress"
          aria-label={t('Sending {name}', { name: file.name })}
          max={file.size}
          value={state.sent}
        />
      )}
    </>
  );
}
