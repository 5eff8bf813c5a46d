import { data } from 'react-router';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { readFormData } from '../../platform/read-form.ts';
import type { IntegrationAnswer } from '../../reach/screens/secret-notice.tsx';
import { typedInto } from './form-answer.server.ts';

export interface Done {
  readonly message: string;
  readonly secret?: string;
}

/** Reads a form and turns a refusal into what it shows; faults and redirects go on. */
export async function answerIntegration(request: Request, work: (form: FormData) => Promise<Done>) {
  let form: FormData | undefined;
  let intent = '';
  try {
    form = await readFormData(request);
    intent = readText(form, 'intent');
    const answer: IntegrationAnswer = {
      intent,
      isDone: true,
      field: undefined,
      typed: {},
      ...(await work(form)),
    };
    return data(answer);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    const answer: IntegrationAnswer = {
      intent,
      isDone: false,
      message,
      field,
      typed: typedInto(form),
    };
    return data(answer, { status });
  }
}
