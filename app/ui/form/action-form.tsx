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
}

/**
 * Submits a form to an action. If the request fails, the form keeps its values and shows an error. Repeated
 * clicks submit only once, and the focus moves to a refused field. It works without JavaScript.
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
  const pendingSubmission = useRef<Submission>(undefined);
  const isHeld = useRef(false);
  const [sentBy, setSentBy] = useState<SendingButton>();
  const [fault, setFault] = useState<RequestFault>();

  useEffect(() => {
    if (answer === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer, element]);

  // The user may submit again once the answer is visible; the router reports completion only later.
  useLayoutEffect(() => {
    pendingSubmission.current = undefined;
  }, [answer]);

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    if (pendingSubmission.current || isHeld.current) return event.preventDefault();
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
        // The transition shows the error together with the router's answer.
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
