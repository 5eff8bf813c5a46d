import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react';
import { Form, useActionData, useSubmit } from 'react-router';
import { announceSubmission, type Submission } from './keep-page.ts';
import { FormFault, type Failure } from './notice.tsx';
import type { RequestFault } from './request-fault.ts';
import { nameOf, SentBy, type SendingButton } from './submit-button.tsx';

interface ActionFormProps extends Omit<
  ComponentProps<typeof Form>,
  'ref' | 'method' | 'reloadDocument'
> {
  readonly ref?: RefObject<HTMLFormElement | null>;
  /** The error message that docs/rules.md quotes for this form, if there is one. */
  readonly failure?: Failure;
  /** A pending operation that the form depends on: a submission waits for it. */
  readonly waitFor?: () => Promise<unknown> | undefined;
  /**
   * The value of a button that changes nothing. A press of another button while its submission is pending is sent
   * after the answer instead of being ignored.
   */
  readonly preview?: string;
}

/**
 * Submits a form to an action. If the request fails, the form keeps its values and shows an error. Repeated
 * clicks submit only once, and the focus moves to a refused field. It works without JavaScript.
 */
export function ActionForm({
  ref,
  failure,
  waitFor,
  preview,
  onSubmit,
  children,
  action,
  navigate = true,
  noValidate = true,
  preventScrollReset = false,
  ...form
}: ActionFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  const answer = useActionData<unknown>();
  const submit = useSubmit();
  const pendingSubmission = useRef<Submission>(undefined);
  const isHeld = useRef(false);
  const sender = useRef<HTMLElement | null>(null);
  /** The button that was pressed while a preview was pending. */
  const next = useRef<HTMLElement | null>(null);
  const [sentBy, setSentBy] = useState<SendingButton>();
  const [fault, setFault] = useState<RequestFault>();

  useEffect(() => {
    if (answer === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    const queued = takeNext();
    if (queued) element.current?.requestSubmit(queued);
  }, [answer, element]);

  // The user may submit again once the answer is visible; the router reports completion only later.
  useLayoutEffect(() => {
    pendingSubmission.current = undefined;
  }, [answer]);

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    if (pendingSubmission.current || isHeld.current) {
      event.preventDefault();
      return queue(event.nativeEvent.submitter);
    }
    sender.current = event.nativeEvent.submitter;
    next.current = null;
    const work = waitFor?.();
    if (work) return hold(event, work);
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const button = event.nativeEvent.submitter;
    setFault(undefined);
    setSentBy(nameOf(button));
    const submission: Submission = { answerBefore: answer };
    pendingSubmission.current = submission;
    announceSubmission(submission);
    try {
      const target = button instanceof HTMLButtonElement ? button : event.currentTarget;
      await submit(target, { method: 'post', navigate, preventScrollReset });
    } finally {
      const isLatest =
        pendingSubmission.current === undefined || pendingSubmission.current === submission;
      if (isLatest) {
        pendingSubmission.current = undefined;
        if (submission.fault !== undefined) next.current = null;
        // The transition shows the error together with the router's answer.
        startTransition(() => {
          setSentBy(next.current ? nameOf(next.current) : undefined);
          setFault(submission.fault);
        });
      }
    }
  }

  function queue(button: HTMLElement | null): void {
    const isPreview = (each: HTMLElement | null) => nameOf(each).value === preview;
    if (preview === undefined || !isPreview(sender.current) || isPreview(button)) return;
    next.current = button;
    setSentBy(nameOf(button));
  }

  function takeNext(): HTMLElement | null {
    const button = next.current;
    next.current = null;
    return button?.isConnected ? button : null;
  }

  async function hold(event: React.SubmitEvent<HTMLFormElement>, work: Promise<unknown>) {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter;
    isHeld.current = true;
    setFault(undefined);
    setSentBy(nameOf(pressed));
    await Promise.allSettled([work]);
    isHeld.current = false;
    setSentBy(undefined);
    const button = takeNext() ?? pressed;
    // The form may have left the page meanwhile, and a removed button cannot submit.
    if (element.current) element.current.requestSubmit(button?.isConnected ? button : null);
  }

  return (
    <Form
      {...form}
      ref={element}
      method="post"
      {...(action === undefined ? {} : { action })}
      noValidate={noValidate}
      onSubmit={(event) => void send(event)}
    >
      <SentBy value={sentBy}>{children}</SentBy>
      {fault && <FormFault fault={fault} failure={failure} />}
    </Form>
  );
}
