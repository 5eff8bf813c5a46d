import { useRef, useState, type ReactNode } from 'react';
import { FormFault } from './notice.tsx';
import { faultOf, faultOfStatus, type RequestFault } from './request-fault.ts';
import { nameOf, SentBy, type SendingButton } from './submit-button.tsx';

interface FetchedFormProps {
  readonly action: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The largest export takes less time. */
const GIVE_UP_MS = 120_000;

/** Downloads a file by a form. */
export function DownloadForm(props: FetchedFormProps) {
  return <FetchedForm {...props} work={download} />;
}

/** Leaves for the page to which the endpoint leads, which the browser loads anew, for example after signing out. */
export function LeavingForm(props: FetchedFormProps) {
  return <FetchedForm {...props} work={leave} />;
}

interface WorkingFormProps extends FetchedFormProps {
  readonly work: (action: string, form: FormData) => Promise<RequestFault | undefined>;
}

/**
 * Sends a form to an endpoint. With JavaScript it is fetched: an error page would otherwise replace this page and
 * lose the input of its other forms.
 */
function FetchedForm({ action, className, children, work }: WorkingFormProps) {
  const isPending = useRef(false);
  const [sentBy, setSentBy] = useState<SendingButton>();
  const [fault, setFault] = useState<RequestFault>();

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    setFault(undefined);
    setSentBy(nameOf(event.nativeEvent.submitter));
    setFault(await work(action, new FormData(event.currentTarget)));
    setSentBy(undefined);
    isPending.current = false;
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
      (field): field is [string, string] => typeof field[1] === 'string',
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

async function leave(action: string): Promise<RequestFault | undefined> {
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const response = await fetch(action, { method: 'POST', body: new URLSearchParams(), signal });
    if (!response.ok) return faultOfStatus(response.status);
    window.location.assign(response.url);
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
