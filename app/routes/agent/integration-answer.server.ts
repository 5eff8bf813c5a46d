import { data } from 'react-router';
import { RefusedError } from '../../platform/errors.ts';
import type { FormAnswer } from './form-answer.server.ts';

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

/** Turns a refusal into what the form shows; faults and redirects go on. */
export async function answerIntegration(intent: string, work: () => Promise<Done>) {
  try {
    const answer: IntegrationAnswer = {
      intent,
      isDone: true,
      field: undefined,
      ...(await work()),
    };
    return data(answer);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    const answer: IntegrationAnswer = { intent, isDone: false, message, field };
    return data(answer, { status });
  }
}
