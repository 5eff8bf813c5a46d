import { useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { GivenFile } from './picked-file.ts';
import { say } from '../../../platform/say.ts';

interface AttachButtonsProps {
  readonly onFiles: (files: readonly GivenFile[]) => void;
  readonly size: string;
}

/** Adds existing files and, on touch devices, a new photo. */
export function AttachButtons(props: AttachButtonsProps) {
  return (
    <div className="flex shrink-0">
      <AttachButton {...props} label={say('Add files')} icon="paperclip" />
      <span className="hidden pointer-coarse:block">
        <AttachButton {...props} label={say('Take a photo')} icon="camera" takesPhoto />
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
