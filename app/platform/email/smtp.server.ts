import type { Transporter } from 'nodemailer';
import {
  checkHeaders,
  toEnvelope,
  type MailSender,
  type MailTransport,
  type ReportMail,
} from './mail.ts';

export function openSmtp(
  url: string,
  from: () => string | MailSender,
  report: ReportMail = () => {},
): MailTransport {
  let opened: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 30_000,
    });
  };
  return {
    isDelivered: true,
    async deliver(message) {
      checkHeaders(message);
      try {
        const transport = await (opened ??= open());
        await transport.sendMail(toEnvelope(from(), message));
        report('sent');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
    // Emails that a mail server has accepted cannot be recalled.
    forget: () => Promise.resolve(0),
    close: () => void opened?.then((transport) => transport.close()),
  };
}
