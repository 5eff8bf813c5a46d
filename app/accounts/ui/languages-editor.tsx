import { t } from '../../i18n/translate.ts';
import { LANGUAGES, ownNameOf, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import { readShopLanguages } from '../../platform/shop-languages.ts';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { FieldMessage, SelectField } from '../../ui/form/field.tsx';
import { LANGUAGES_FIELD } from '../protocol/languages-form.ts';
import { SETTING_LABELS } from '../protocol/setting-labels.ts';
import { SET_AT_START, SettingSource, ShownValue, type SettingsOnPage } from './setting-field.tsx';

const NAME = 'SHOP_LANGUAGES';

/** One setting as two questions: which languages are offered, and which of them is the main one. */
export function LanguagesEditor({ page }: { readonly page: SettingsOnPage }) {
  const { current, answer } = page;
  const shown = answer?.shown[NAME] ?? current[NAME];
  const typed = answer?.typed[NAME] ?? shown;
  const languages = readShopLanguages(typed)?.languages ?? [];
  const isAtStart = page.changedAt[NAME] === undefined;
  return (
    <div key={shown} className="grid min-w-0 gap-6">
      <fieldset className="min-w-0" aria-describedby="languages-hint">
        <legend className="text-[15px] font-semibold">{t(SETTING_LABELS[NAME])}</legend>
        <ShownValue name={NAME} value={shown} />
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {LANGUAGES.map((language) => (
            <CheckboxField
              key={language}
              name={LANGUAGES_FIELD.offered}
              value={language}
              label={<span lang={language}>{ownNameOf(language)}</span>}
              defaultChecked={languages.includes(language)}
            />
          ))}
        </div>
        <FieldMessage
          id="languages-hint"
          error={answer?.faults[NAME]}
          hint={[
            t(
              "With several languages, the footer of each page links to the others. Visitors are never redirected because of their browser's language.",
            ),
            isAtStart && t(SET_AT_START),
          ]
            .filter(Boolean)
            .join(' ')}
        />
      </fieldset>
      <SelectField
        label={t('Main language')}
        name={LANGUAGES_FIELD.main}
        defaultValue={languages[0] ?? SOURCE_LANGUAGE}
        options={LANGUAGES.map((language) => ({ value: language, name: ownNameOf(language) }))}
        hint={t(
          'The main language is always offered, and its home page is at /. Other languages are at their code, such as /en.',
        )}
      />
      <SettingSource page={page} name={NAME} />
    </div>
  );
}
