import { t } from '../i18n/translate.ts';
import { isComposing } from './is-composing.ts';

interface FindFieldProps {
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function FindField({ title, value, onChange }: FindFieldProps) {
  return (
    <input
      dir="auto"
      type="text"
      inputMode="search"
      autoComplete="off"
      aria-label={t('Find among: {title}', { title })}
      placeholder={t('Find …')}
      className="field needs-script my-2"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Enter must not submit a surrounding form.
      onKeyDown={(event) => !isComposing(event) && event.key === 'Enter' && event.preventDefault()}
    />
  );
}
