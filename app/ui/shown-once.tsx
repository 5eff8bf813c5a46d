import { say } from '../platform/say.ts';
import { useId, useState } from 'react';
import { Icon } from './icon.tsx';

/** Shows a one-time secret. The field can be selected where the browser cannot copy to the clipboard. */
export function ShownOnce({ label, secret }: { readonly label: string; readonly secret: string }) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="mt-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <label htmlFor={id} className="text-[15px] font-semibold">
        {label}
      </label>
      <div className="mt-2 flex flex-wrap gap-3">
        <input
          dir="auto"
          id={id}
          readOnly
          value={secret}
          spellCheck={false}
          className="field min-w-0 flex-1 basis-72 font-mono text-[14.5px]"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          className="button button-line button-small min-h-[50px]"
          onClick={() => {
            void navigator.clipboard.writeText(secret).then(() => setIsCopied(true));
          }}
        >
          <Icon name={isCopied ? 'check' : 'stack'} />
          {isCopied ? say('Copied') : say('Copy')}
        </button>
      </div>
    </div>
  );
}
