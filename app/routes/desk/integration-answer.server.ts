import { data } from 'react-router';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { readFormData } from '../../platform/read-form.ts';
import { typedInto, type FormAnswer } from './form-answer.server.ts';

/** What came of a form of the API's pages; a secret is in the answer once and nowhere else. */
export interface IntegrationAnswer extends FormAnswer {
  readonly secret?: string;
  /** Which of the page's forms this answers. */
  readonly intent: string;
}

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
