import { t } from '../../i18n/translate.ts';
import { FormButton } from '../../ui/form/form-button.tsx';

/** One press lets the admin who reads the guide answer visitors. */
export function AnswerYourself({ className }: { readonly className?: string }) {
  return (
    <FormButton fields={{ intent: 'answer-visitors' }} formClassName={className}>
      {t('Answer visitors yourself')}
    </FormButton>
  );
}
