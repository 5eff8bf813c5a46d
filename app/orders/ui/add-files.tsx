import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  formatFileSize,
  type FileLimits,
  type FileView,
  type UnfinishedFile,
} from '../../chat/protocol/files.ts';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FieldMessage } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../i18n/translate.ts';
import { SENT_LISTS } from '../rules.ts';
import { useAddedFiles, type AddedFile } from './added-files.ts';

const NONE: readonly UnfinishedFile[] = [];

export interface AddFilesProps {
  readonly label: string;
  /** The language of the label, if it is not that of the page. */
  readonly lang?: string | undefined;
  readonly hint?: string | undefined;
  /** The URL of the tus upload endpoint. */
  readonly address: string;
  readonly limits: FileLimits;
  readonly waiting: readonly FileView[];
  /** Uploads of an earlier visit, which continue when the same file is chosen. */
  readonly unfinished?: readonly UnfinishedFile[];
  readonly answer: FormAnswer | undefined;
  /** True if the form can also be submitted as multipart without JavaScript. */
  readonly isPlainForm: boolean;
}

/**
 * A file field whose files are uploaded before the form is sent; the form contains only their ids. Without
 * JavaScript the form contains the files themselves.
 */
export function AddFiles(props: AddFilesProps) {
  const { label, lang, hint, address, limits, answer, isPlainForm } = props;
  const error = fieldErrors(answer)('files');
  const unticked = untickedIn(answer);
  const { files, problems, add, remove, pauseUpload, continueUpload } = useAddedFiles(
    address,
    props.waiting,
    props.unfinished ?? NONE,
    limits,
  );
  const [hasScripts, setScripts] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const isSending = files.some(({ state }) => state === 'sending');
  const isPaused = files.some(({ state }) => state === 'paused');
  const isFailed = files.some(({ state }) => state === 'failed');
  const isHeld = isSending || isPaused || isFailed;

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
      <label
        htmlFor={`${hintId}-picker`}
        dir="auto"
        lang={lang}
        className="mb-2 block text-[15px] font-semibold"
      >
        {label}
      </label>
      {files.length > 0 && (
        <ul aria-label={t('{label}: added', { label })} className="mb-3 grid gap-2">
          {files.map((file) => (
            <li key={file.id}>
              <Added
                file={file}
                isTicked={!unticked.has(file.id)}
                actions={
                  hasScripts
                    ? {
                        onRemove: () => remove(file.id),
                        onPause: () => pauseUpload(file.id),
                        onContinue: () => continueUpload(file.id),
                      }
                    : undefined
                }
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
          t('Up to {count, plural, one {# file} other {# files}}, each up to {size}.', {
            count: limits.maxCount,
            size: formatFileSize(
              isPlainForm && !hasScripts
                ? (limits.formMaxBytes ?? limits.maxBytes)
                : limits.maxBytes,
            ),
          }),
        ]
          .filter(Boolean)
          .join(' ')}
        error={error}
      />
      <div role="status" className="text-[14px] text-ink-2">
        {isSending &&
          t('Files are uploading. If you submit the form now, it will be sent once they finish.')}
        {!isSending && isPaused && t('Continue or remove the paused files, then submit the form.')}
        {!isSending && isFailed && t("Remove the files that couldn't be uploaded.")}
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
  /** Undefined without JavaScript. */
  readonly actions:
    | {
        readonly onRemove: () => void;
        readonly onPause: () => void;
        readonly onContinue: () => void;
      }
    | undefined;
}

const BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-[10px] text-ink-2 hover:bg-sunken hover:text-ink';

function Added({ file, isTicked, actions }: AddedProps) {
  const { id, name, size, state } = file;
  return (
    <div className="flex items-center gap-1 rounded-[12px] border border-line bg-surface py-1.5 pe-1.5 ps-3 text-[15px]">
      <div className="me-2 min-w-0 flex-1">
        {state === 'complete' ? (
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
          <Progress file={file} />
        )}
      </div>
      {actions && state === 'sending' && (
        <button
          type="button"
          aria-label={t('Pause {name}', { name })}
          className={BUTTON}
          onClick={actions.onPause}
        >
          <Icon name="pause-fill" size={16} />
        </button>
      )}
      {actions && state === 'paused' && (
        <button
          type="button"
          aria-label={t('Continue {name}', { name })}
          className={BUTTON}
          onClick={actions.onContinue}
        >
          <Icon name="play-fill" size={16} />
        </button>
      )}
      {actions && (
        <button
          type="button"
          aria-label={t('Remove {name}', { name })}
          className={BUTTON}
          onClick={actions.onRemove}
        >
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  );
}

function Progress({ file: { name, size, sent, state, problem } }: Pick<AddedProps, 'file'>) {
  const amount = {
    sent: formatFileSize(sent),
    size: formatFileSize(size),
    // 100 % only when all bytes are there.
    percent: Math.floor((sent / size) * 100),
  };
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{name}</bdi>{' '}
        <span className="text-[13.5px] text-ink-2 tabular-nums">
          {state === 'failed' ? formatFileSize(size) : t('{sent} of {size} · {percent} %', amount)}
        </span>
      </p>
      {state === 'failed' ? (
        <p role="alert" className="text-[13.5px] font-semibold text-error">
          {problem}
        </p>
      ) : (
        <>
          <progress
            className="mt-1"
            aria-label={t('Sending {name}', { name })}
            max={size}
            value={sent}
          />
          <p className="text-[13.5px] text-ink-2">
            {state === 'paused' && t('Upload paused')}
            {state === 'unfinished' &&
              t('This upload was interrupted. Choose the same file again to continue it.')}
            {state === 'sending' && problem}
          </p>
        </>
      )}
    </>
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
