/** A text field of a form; '' when it is missing or when somebody sent a file in its place. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
