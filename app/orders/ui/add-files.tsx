import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  formatFileCount,
  formatFileSize,
  type FileLimits,
  type FileView,
} from '../../chat/protocol/files.ts';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FieldMessage } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../i18n/translate.ts';
import { SENT_LISTS } from '../rules.ts';
import { useAddedFiles, type AddedFile } from './added-files.ts';

export interface AddFilesProps {
  readonly label: string;
  readonly hint?: string;
  /** The URL of the tus upload endpoint. */
  readonly address: string;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
  readonly answer: FormAnswer | undefined;
  /** True if the form can also be submitted as multipart without JavaScript. */
  readonly isPlainForm: boolean;
}

/**
 * A file field whose files are uploaded before the form is sent; the form contains only their ids. Without
 * JavaScript the form contains the files themselves.
 */
export function AddFiles(props: AddFilesProps) {
  const { label, hint, address, limits, answer, isPlainForm } = props;
  const error = fieldErrors(answer)('files');
  const unticked = untickedIn(answer);
  const { files, problems, add, remove } = useAddedFiles(address, props.waiting, limits);
  const [hasScripts, setScripts] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const isHeld = files.some(({ isComplete }) => !isComplete);
  const isSending = files.some(({ isComplete, problem }) => !isComplete && problem === undefined);

  function takePicked(): void {
    const input = picker.current;
    if (!input?.files?.length) return;
    add([...input.files]);
    // The input is cleared so that the form does not send the files a second time.
    input.value = '';
  }
  // Uploads files that were chosen before hydration.
  const takeEarlier = useEffectEvent(takePicked);
  useEffect(() => {
    setScripts(true);
    takeEarlier();
  }, []);

  return (
    <div>
      <label htmlFor={`${hintId}-picker`} className="mb-2 block text-[15px] font-semibold">
        {label}
      </label>
      {files.length > 0 && (
        <ul aria-label={t('{label}, added', { label })} className="mb-3 grid gap-2">
          {files.map((file) => (
            <li key={file.id}>
              <Added
                file={file}
                isTicked={!unticked.has(file.id)}
                onRemove={hasScripts ? () => remove(file.id) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={picker}
        id={`${hintId}-picker`}
        type="file"
        multiple
        {...(isPlainForm && !hasScripts ? { name: 'upload' } : {})}
        aria-describedby={hintId}
        aria-invalid={error === undefined ? undefined : true}
        className="file-field"
        onChange={takePicked}
      />
      <FieldMessage
        id={hintId}
        hint={[
          hint,
          t('Up to {count}, each up to {size}.', {
            count: formatFileCount(limits.maxCount),
            size: formatFileSize(limits.maxBytes),
          }),
        ]
          .filter(Boolean)
          .join(' ')}
        error={error}
      />
      <div role="status" className="text-[14px] text-ink-2">
        {isSending &&
          t('Files are being uploaded. If you press the button now, the form is sent afterwards.')}
        {isHeld && !isSending && t('Please remove the files that could not be uploaded.')}
      </div>
      {problems.length > 0 && (
        <ul role="alert" className="mt-2 text-[13.5px] font-semibold text-error">
          {problems.map((problem) => (
            <li dir="auto" key={problem} className="[overflow-wrap:anywhere]">
              {problem}
            </li>
          ))}
        </ul>
      )}
      {/* The form's `onSubmit` looks for this element, because a file that is still uploading cannot be sent. */}
      {isHeld && <input type="hidden" data-files-under-way={isSending ? 'sending' : 'stopped'} />}
    </div>
  );
}

/** Returns the files that the refused form showed unticked. Files added since are not among them. */
function untickedIn(answer: FormAnswer | undefined): ReadonlySet<string> {
  if (!answer || answer.isDone) return new Set();
  const [shown, ticked] = SENT_LISTS.map((name) => new Set(answer.typed[name]?.split('\n')));
  return new Set([...(shown ?? [])].filter((id) => !ticked?.has(id)));
}

interface AddedProps {
  readonly file: AddedFile;
  readonly isTicked: boolean;
  readonly onRemove: (() => void) | undefined;
}

function Added({ file, isTicked, onRemove }: AddedProps) {
  const { id, name, size, sent, isComplete, problem } = file;
  return (
    <div className="flex items-center gap-3 rounded-[12px] border border-line bg-surface py-1.5 pe-1.5 ps-3 text-[15px]">
      <div className="min-w-0 flex-1">
        {isComplete ? (
          <label className="flex min-h-9 items-center gap-3">
            <input type="hidden" name="shown" value={id} />
            <input
              type="checkbox"
              name="file"
              value={id}
              defaultChecked={isTicked}
              className="size-5 shrink-0"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>{' '}
              <span className="text-[13.5px] text-ink-2 tabular-nums">{formatFileSize(size)}</span>
            </span>
          </label>
        ) : (
          <>
            <p className="[overflow-wrap:anywhere]">
              <bdi>{name}</bdi>{' '}
              <span className="text-[13.5px] text-ink-2 tabular-nums">{formatFileSize(size)}</span>
            </p>
            {problem === undefined ? (
              <progress
                className="mt-1 h-2 w-full"
                aria-label={t('Sending {name}', { name })}
                max={size}
                value={sent}
              />
            ) : (
              <p role="alert" className="text-[13.5px] font-semibold text-error">
                {problem}
              </p>
            )}
          </>
        )}
      </div>
      {onRemove && (
        <button
          type="button"
          aria-label={t('Remove {name}', { name })}
          className="grid size-11 shrink-0 place-items-center rounded-[10px] text-ink-2 hover:bg-sunken hover:text-ink"
          onClick={onRemove}
        >
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  );
}

/**
 * Resolves when no upload of the form is running, for the form's `waitFor`: a button that is pressed during an
 * upload takes effect afterwards. Undefined if none is running.
 */
export function uploadsOf(form: HTMLFormElement | null): Promise<void> | undefined {
  const isRunning = () => form?.querySelector('[data-files-under-way="sending"]') != null;
  if (!form || !isRunning()) return undefined;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (form.isConnected && isRunning()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(form, { childList: true, subtree: true, attributes: true });
  });
}

/** Prevents the submission while the form has files that could not be uploaded. For its `onSubmit`. */
export function holdWhileSending(event: React.SubmitEvent<HTMLFormElement>): void {
  if (event.currentTarget.querySelector('[data-files-under-way]')) event.preventDefault();
}
