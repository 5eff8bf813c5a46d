import { useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { GivenFile } from './picked-file.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { AttachmentTrayProps } from './attachment-list.tsx';
import type { AttachmentsView } from './use-attachments.ts';

interface AttachButtonsProps {
  readonly onFiles: (files: readonly GivenFile[]) => void;
  readonly size: string;
}

/** Adds existing files and, on touch devices, a new photo. */
export function AttachButtons(props: AttachButtonsProps) {
  return (
    <div className="flex shrink-0">
      <AttachButton {...props} label={t('Add files')} icon="paperclip" />
      <span className="hidden pointer-coarse:block">
        <AttachButton {...props} label={t('Take a photo')} icon="camera" takesPhoto />
      </span>
    </div>
  );
}

interface AttachButtonProps extends AttachButtonsProps {
  readonly label: string;
  readonly icon: 'paperclip' | 'camera';
  readonly takesPhoto?: boolean;
}

function AttachButton({ onFiles, size, label, icon, takesPhoto }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...(takesPhoto ? { accept: 'image/*', capture: 'environment' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this reset, a removed file could not be chosen again.
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        className={`grid place-items-center rounded-[12px] text-ink-2 hover:bg-sunken hover:text-ink ${size}`}
        onClick={() => input.current?.click()}
      >
        <Icon name={icon} size={22} />
      </button>
    </>
  );
}

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
        {describeUploadState(props.view)}
      </p>
      {files.length + problems.length > 0 && <AttachmentList {...props} />}
    </>
  );
}

/** Announces the number of files and their completion to screen readers. */
function describeUploadState({ files, states }: AttachmentsView): string {
  if (files.length === 0) return '';
  const ready = files.filter(({ id }) => states.get(id)?.isComplete).length;
  const count = t('{count, plural, one {# file} other {# files}}', { count: files.length });
  return ready === files.length
    ? t('{count} ready to send', { count })
    : t('{count} added', { count });
}

export function DropHint() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-[18px] border-2 border-dashed border-primary bg-soft/95 text-soft-ink"
    >
      <p className="flex items-center gap-2 text-[16px] font-semibold">
        <Icon name="paperclip" size={22} />
        {t('Drop files to add them')}
      </p>
    </div>
  );
}
