import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

interface Drafted {
  readonly kind: string;
  readonly model: string;
  readonly endpoint: string;
}

/** Audit entries about suggested replies. */
export const assistantMessage = defineMessages({
  'assistant.drafted': ({ kind, model, endpoint }: Drafted) =>
    `${nameKind(kind)}, ${t('by {model} at {host}', { model, host: endpoint })}`,
  'assistant.drafts-erased': ({ count }: { readonly count: number }) =>
    t('{count, plural, one {# draft} other {# drafts}}', { count }),
});

function nameKind(kind: string): string {
  if (kind === 'answer') return t('answer');
  return kind === 'summary' ? t('summary') : kind;
}
