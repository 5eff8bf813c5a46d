import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

interface Drafted {
  readonly kind: string;
  readonly model: string;
  readonly endpoint: string;
}

/** Audit entries about suggested replies. */
export const assistantMessage = defineMessages({
  'assistant.drafted': ({ kind, model, endpoint }: Drafted) => {
    const by = { model, host: endpoint };
    if (kind === 'answer') return t('answer, by {model} at {host}', by);
    if (kind === 'summary') return t('summary, by {model} at {host}', by);
    return t('{kind}, by {model} at {host}', { kind, ...by });
  },
  'assistant.drafts-erased': ({ count }: { readonly count: number }) =>
    t('{count, plural, one {# draft} other {# drafts}}', { count }),
});
