import { say, sayAny } from '../../platform/say.ts';
import {
  fieldsOfPiece,
  PIECES,
  TOPIC_ICONS,
  type PieceField,
  type PieceKind,
} from '../protocol/pieces.ts';
import {
  EntryArea,
  EntryCheck,
  EntrySelect,
  EntryText,
  type EntryOnPage,
} from './entry-fields.tsx';
import { EntryFrame, FieldSet } from './entry-frame.tsx';
import { LogoField } from './photos/logo-field.tsx';

const BACK = { to: '/team/content', name: 'All content' };

const ICON_NAMES: Readonly<Record<(typeof TOPIC_ICONS)[number], string>> = {
  'package-fill': 'A parcel',
  'tag-fill': 'A price tag',
  'truck-fill': 'A van',
  'chat-circle-text-fill': 'A speech bubble',
};

interface PieceFormProps extends EntryOnPage {
  readonly kind: PieceKind;
  readonly wasAdded: boolean;
}

export function PieceForm({ kind, wasAdded, ...page }: PieceFormProps) {
  const { title, about } = PIECES[kind];
  const fields = fieldsOfPiece(kind, page.form.texts.id);
  const whereTheRest =
    kind === 'topic' && fields.length < PIECES.topic.fields.length
      ? ` ${say('Its sign, the time for an answer and whether it is offered stand with the English texts.')}`
      : '';
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={page.form.id !== undefined} back={BACK}>
      <FieldSet title={sayAny(title)} text={sayAny(about) + whereTheRest}>
        {fields.map((field) => (
          <Field key={field.name} field={field} />
        ))}
      </FieldSet>
    </EntryFrame>
  );
}

function Field({ field }: { readonly field: PieceField }) {
  const { name, label, kind, most, isRequired, holders } = field;
  const hint =
    (field.hint && sayAny(field.hint)) ??
    (holders &&
      say('May be filled in: {value}.', {
        value: holders.map((holder) => `{${holder}}`).join(', '),
      }));
  const known = { name, label: sayAny(label), ...(hint !== undefined && { hint }) };
  switch (kind) {
    case 'flag':
      return <EntryCheck {...known} />;
    case 'icon':
      return (
        <EntrySelect
          {...known}
          options={TOPIC_ICONS.map((icon) => ({ value: icon, name: sayAny(ICON_NAMES[icon]) }))}
        />
      );
    case 'colour':
      return <EntryText {...known} placeholder="#2540e0" spellCheck={false} />;
    case 'logo':
      return <LogoField {...known} />;
    case 'number':
      return <EntryText {...known} inputMode="numeric" />;
    case 'line':
      return <EntryText {...known} required={isRequired ?? false} />;
    default:
      return (
        <EntryArea
          {...known}
          required={isRequired ?? false}
          rows={kind === 'markdown' && most > 5000 ? 28 : 4}
        />
      );
  }
}
