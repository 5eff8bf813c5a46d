import { t } from '../../i18n/translate.ts';
import { CHOSEN_PASSWORD_MIN_LENGTH } from '../protocol/password-length.ts';
import { PasswordField, TextField } from '../../ui/form/field.tsx';

interface FieldsProps {
  readonly errorAt: (field: string) => string | undefined;
}

interface TypedFieldsProps extends FieldsProps {
  /** The values that were typed before a full page load. */
  readonly typed: Readonly<Record<string, string>> | undefined;
}

export function NameFields({ errorAt, typed }: TypedFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3.5">
      <TextField
        label={t('First name')}
        name="firstName"
        autoComplete="given-name"
        required
        defaultValue={typed?.firstName}
        error={errorAt('firstName')}
      />
      <TextField
        label={t('Last name')}
        name="lastName"
        autoComplete="family-name"
        required
        defaultValue={typed?.lastName}
        error={errorAt('lastName')}
      />
    </div>
  );
}

export function EmailField({ errorAt, typed }: TypedFieldsProps) {
  return (
    <TextField
      label={t('Email')}
      name="email"
      type="email"
      autoComplete="username"
      required
      defaultValue={typed?.email}
      error={errorAt('email')}
    />
  );
}

export function NewPasswordFields({
  errorAt,
  isReplacement = false,
  minLength = CHOSEN_PASSWORD_MIN_LENGTH,
}: FieldsProps & { readonly isReplacement?: boolean; readonly minLength?: number }) {
  return (
    <>
      <PasswordField
        label={isReplacement ? t('New password') : t('Password')}
        name="password"
        autoComplete="new-password"
        required
        hint={t('At least {minLength, plural, one {# character} other {# characters}}', {
          minLength,
        })}
        error={errorAt('password')}
      />
      <PasswordField
        label={isReplacement ? t('Confirm new password') : t('Confirm password')}
        name="confirmation"
        autoComplete="new-password"
        required
        error={errorAt('confirmation')}
      />
    </>
  );
}
