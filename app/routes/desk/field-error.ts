interface Answer {
  readonly message: string;
  readonly field: string | undefined;
}

/** Finds the message for a field in a form's answer. */
export function fieldErrors(answer: Answer | undefined): (field: string) => string | undefined {
  return (field) => (answer?.field === field ? answer.message : undefined);
}
