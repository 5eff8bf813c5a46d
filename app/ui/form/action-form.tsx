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
import { FormFault, type Failure } from './form-fault.tsx';
import type { RequestFault } from './request-fault.ts';
import { nameOf, SentBy, type SendingButton } from './sending.ts';

interface ActionFormProps extends Omit<
  ComponentProps<typeof Form>,
  'ref' | 'method' | 'reloadDocument'
> {
  readonly ref?: RefObject<HTMLFormElement | null>;
  /** The specification's sentence for a request that failed, where it has one for this form. */
  readonly failure?: Failure;
  /** Work the form needs the result of: while it runs, a press waits for its end and is sent then. */
  readonly waitFor?: () => Promise<unknown> | undefined;
}

/**
 * The one way a form is sent to an action. Whatever becomes of the request, the form stays as it
 * was typed, and says in red why it has no answer; it is sent once, however often it is pressed;
 * and the field that was refused takes the focus. Without JavaScript it is a form.
 */
export function ActionForm({
  ref,
  failure,
  waitFor,
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
  const onItsWay = useRef<Submission>(undefined);
  const isHeld = useRef(false);
  const [sentBy, setSentBy] = useState<SendingButton>();
  const [fault, setFault] = useState<RequestFault>();

  useEffect(() => {
    if (answer === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer, element]);

  // Whoever sees the answer may press again: the router says only later that it is done.
  useLayoutEffect(() => {
    onItsWay.current = undefined;
  }, [answer]);

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    if (onItsWay.current || isHeld.current) return event.preventDefault();
    const work = waitFor?.();
    if (work) return hold(event, work);
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const button = event.nativeEvent.submitter;
    setFault(undefined);
    setSentBy(nameOf(button));
    const submission: Submission = { answerBefore: answer };
    onItsWay.current = submission;
    announceSubmission(submission);
    try {
      const target = button instanceof HTMLButtonElement ? button : event.currentTarget;
      await submit(target, { method: 'post', navigate, preventScrollReset });
    } finally {
      const isLatest = onItsWay.current === undefined || onItsWay.current === submission;
      if (isLatest) {
        onItsWay.current = undefined;
        // Together with the answer, which the router shows in a transition.
        startTransition(() => {
          setSentBy(undefined);
          setFault(submission.fault);
        });
      }
    }
  }

  async function hold(event: React.SubmitEvent<HTMLFormElement>, work: Promise<unknown>) {
    event.preventDefault();
    const button = event.nativeEvent.submitter;
    isHeld.current = true;
    setFault(undefined);
    setSentBy(nameOf(button));
    await Promise.allSettled([work]);
    isHeld.current = false;
    setSentBy(undefined);
    // The form may have left the page meanwhile; the button of another one cannot send it.
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
