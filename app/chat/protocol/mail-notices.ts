// Registers its notices, which an email may have as well.
import '../../platform/files/upload-notices.ts';
import { defineMessages } from '../../platform/stored-message.ts';
import { t } from '../../i18n/translate.ts';
import { formatFileSize } from './files.ts';

interface Named {
  readonly name: string;
}

/**
 * Why a file of a chat or an email is not taken. The inbox shows the notices of an email, which reach
 * agents with different languages at once; so their browsers choose the language.
 */
export const fileNotice = defineMessages({
  'files.too-large': ({ name, maxBytes }: Named & { readonly maxBytes: number }) =>
    t('“{name}” is too large. A file can be up to {saySize}.', {
      name,
      saySize: formatFileSize(maxBytes),
    }),
  'files.too-many': ({ name, maxCount }: Named & { readonly maxCount: number }) =>
    t(
      "“{name}” wasn't added. A message can have up to {count, plural, one {# file} other {# files}}.",
      { name, count: maxCount },
    ),
  'files.chat-limit': () => t('This chat has reached its hourly upload limit. Try again later.'),
  'files.empty': ({ name }: Named) => t("“{name}” is empty and wasn't added.", { name }),
  'files.infected': ({ name }: Named) => t("“{name}” wasn't added: it contains a virus.", { name }),
  'files.tells-place-of-picture': ({ name }: Named) =>
    t(
      "“{name}” wasn't added: pictures of this type can reveal where they were taken. Add it as JPEG, or in a ZIP archive if it must stay unchanged.",
      { name },
    ),
  'files.tells-place-of-video': ({ name }: Named) =>
    t(
      "“{name}” wasn't added: videos of this type can reveal where they were recorded. Add it as MP4, or in a ZIP archive if it must stay unchanged.",
      { name },
    ),
  'files.unreadable': ({ name }: Named) =>
    t("“{name}” wasn't added: it couldn't be read as a picture.", { name }),
  'files.too-many-pixels': ({ name }: Named) =>
    t("“{name}” wasn't added: it has more than 64 million pixels.", { name }),
  'files.several-pages': ({ name }: Named) =>
    t("“{name}” wasn't added: it has several pages. Add it as PDF.", { name }),
  'files.too-many-frames': ({ name }: Named) =>
    t(
      "“{name}” wasn't added: all its frames together have more than 64 million pixels. Add it as a video.",
      { name },
    ),
  'files.too-much-memory': ({ name }: Named) =>
    t("“{name}” wasn't added: it would take too much memory or time to process. Make it smaller.", {
      name,
    }),
  'files.no-photo': ({ name }: Named) =>
    t("“{name}” wasn't added: its pixel format isn't supported. Save it as JPEG or PNG.", { name }),
  'emails.file-of-large-email': ({ name }: Named) =>
    t("“{name}” wasn't added because the email is too large.", { name }),
  'emails.file-is-email': ({ name }: Named) =>
    t("“{name}” wasn't added because an email inside an email may contain links that open chats.", {
      name,
    }),
  'emails.file-of-outlook': ({ name }: Named) =>
    t("“{name}” wasn't added because only Outlook can read it.", { name }),
  'emails.file-with-link': ({ name }: Named) =>
    t("“{name}” wasn't added because it contains a link that opens a chat or an order.", { name }),
  'emails.cut': () =>
    t('This email is too large to show in full. The rest is only in the mailbox.'),
  'emails.encrypted': () =>
    t("This email is encrypted and can't be read here. Ask for an unencrypted email."),
});
