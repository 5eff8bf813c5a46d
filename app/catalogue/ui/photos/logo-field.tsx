import { say } from '../../../platform/say.ts';
import { useEffect, useRef, useState } from 'react';
import { FieldError } from '../../../ui/field-error.tsx';
import { parsePhoto } from '../../protocol/media-texts.ts';
import { ACCEPTED, refuseSize } from '../../protocol/media-limits.ts';
import { logoPath } from '../../protocol/photo.ts';
import { textAt, useEntry } from '../entry-fields.tsx';
import { uploadMedia } from './upload-media.ts';

interface LogoFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export function LogoField({ name, label, hint }: LogoFieldProps) {
  const page = useEntry();
  const field = useRef<HTMLInputElement>(null);
  const { value, sent, said, fault: refused, add, remove } = useLogoUpload(textAt(page, name));
  const isBusy = sent !== undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    // Notifies the live preview of the change as if it had been typed.
    if (!isFirst.current) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [value]);
  const root = useRef<HTMLDivElement>(null);
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    const form = root.current?.closest('form');
    // Submitting now would lose the unfinished upload.
    const hold = (event: SubmitEvent) => {
      setEarly(isBusy);
      if (isBusy) event.preventDefault();
    };
    form?.addEventListener('submit', hold, { capture: true });
    return () => form?.removeEventListener('submit', hold, { capture: true });
  }, [isBusy]);
  const fault =
    (isEarly && isBusy
      ? say('Nothing was saved yet: please wait until the picture has arrived.')
      : undefined) ??
    refused ??
    page.answer?.faults[name];
  const picture = parsePhoto(value);
  return (
    <div ref={root}>
      <input ref={field} type="hidden" name={name} value={value} />
      <label htmlFor={`add-${name}`} className="mb-1 block text-[15px] font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="mb-2 text-[14px] text-ink-2">
          {hint}
        </p>
      )}
      {picture && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {(['bg-white', 'bg-night'] as const).map((ground) => (
            <span
              key={ground}
              className={`inline-grid h-20 min-w-28 place-items-center rounded-field p-4 ring-1 ring-line ${ground}`}
            >
              <img
                src={logoPath(picture, 'logo.webp')}
                alt=""
                className="max-h-12 max-w-60 object-contain"
              />
            </span>
          ))}
          <button type="button" className="button button-line button-small" onClick={remove}>
            {say('Take out: {label}', { label })}
          </button>
        </div>
      )}
      <input
        id={`add-${name}`}
        type="file"
        accept={ACCEPTED.logo}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${name}-hint ${name}-fault`}
        className="file-field"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void add(file);
          // Lets the user choose the same file again after a failure.
          currentTarget.value = '';
        }}
      />
      {sent !== undefined && (
        <progress
          className="mt-2 block h-2 w-full accent-primary"
          aria-label={say('How much of the picture has arrived: {label}', { label })}
          {...(sent < 1 && { value: sent })}
        />
      )}
      <FieldError id={`${name}-fault`} message={fault} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <noscript>
        <p className="mt-2 text-[14px] text-ink-2">{say('Adding files needs JavaScript.')}</p>
      </noscript>
    </div>
  );
}

/** Manages a single upload. A rejected file keeps the previous picture. */
function useLogoUpload(first: string) {
  const [value, setValue] = useState(first);
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function add(file: File): Promise<void> {
    stop.current?.abort();
    const refused = refuseSize('logo', file.name, file.size);
    setFault(refused);
    if (refused !== undefined) return;
    const mine = new AbortController();
    stop.current = mine;
    setSent(0);
    try {
      const added = await uploadMedia({
        kind: 'logo',
        name: file.name,
        blob: file,
        signal: mine.signal,
        onProgress: setSent,
      });
      if (mine.signal.aborted) return;
      setValue(added);
      setSaid(say('“{name}” is added.', { name: file.name }));
    } catch (error) {
      if (!mine.signal.aborted) setFault((error as Error).message);
    } finally {
      // A newer upload may have replaced this one. Only the newer one updates the progress.
      if (stop.current === mine) setSent(undefined);
    }
  }

  function remove(): void {
    stop.current?.abort();
    setSent(undefined);
    setFault(undefined);
    setValue('');
    setSaid(say('Taken out.'));
  }

  return { value, sent, fault, said, add, remove };
}
