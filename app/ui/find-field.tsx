import { say } from '../platform/say.ts';
import { isComposing } from './is-composing.ts';

interface FindFieldProps {
  /** What is sought among. */
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Where letters are typed that the names of a long list on the page must hold. */
export function FindField({ title, value, onChange }: FindFieldProps) {
  return (
    <input
      dir="auto"
      type="text"
      inputMode="search"
      autoComplete="off"
      aria-label={say('Find among: {title}', { title })}
      placeholder={say('Find …')}
      className="field needs-script my-2"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Enter would send a form around it that is not done yet.
      onKeyDown={(event) => !isComposing(event) && event.key === 'Enter' && event.preventDefault()}
    />
  );
}
