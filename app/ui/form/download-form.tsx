import { useRef, useState, type ReactNode } from 'react';
import { FormFault } from './form-fault.tsx';
import { faultOf, faultOfStatus, type RequestFault } from './request-fault.ts';
import { nameOf, SentBy, type SendingButton } from './sending.ts';

interface DownloadFormProps {
  readonly action: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The largest export takes less time. */
const GIVE_UP_MS = 120_000;

/**
 * Downloads a file by a form. With JavaScript the file is fetched: an error page would otherwise replace this
 * page and lose the input of its other forms.
 */
export function DownloadForm({ action, className, children }: DownloadFormProps) {
  const isOnItsWay = useRef(false);
  const [sentBy, setSentBy] = useState<SendingButton>();
  const [fault, setFault] = useState<RequestFault>();

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setFault(undefined);
    setSentBy(nameOf(event.nativeEvent.submitter));
    setFault(await download(action, new FormData(event.currentTarget)));
    setSentBy(undefined);
    isOnItsWay.current = false;
  }

  return (
    <form
      method="post"
      action={action}
      className={className}
      onSubmit={(event) => void send(event)}
    >
      <SentBy value={sentBy}>{children}</SentBy>
      {fault && <FormFault fault={fault} failure={undefined} />}
    </form>
  );
}

async function download(action: string, form: FormData): Promise<RequestFault | undefined> {
  try {
    // The form's own encoding is used; none of these forms has files.
    const texts = [...form].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const body = new URLSearchParams(texts);
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const response = await fetch(action, { method: 'POST', body, signal });
    if (!response.ok) return faultOfStatus(response.status);
    const isSignIn = response.redirected && new URL(response.url).pathname === '/login';
    if (isSignIn) return 'signed-out';
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
    if (name === undefined) return 'unreadable';
    save(await response.blob(), name);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser must have started to read the file before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), GIVE_UP_MS);
}
