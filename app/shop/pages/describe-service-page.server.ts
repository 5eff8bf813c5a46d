import type { Service } from '../service.ts';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';
import { say } from '../../platform/say.ts';

type Facts = Parameters<typeof describeProduct>[0];

export function describeServicePage(facts: Facts, sectionPath: string): object[] {
  const { service, sectionTitle, origin, home = origin } = facts;
  return [
    describeProduct(facts),
    describeBreadcrumb(home, [
      { name: say('Home'), path: '/' },
      { name: say('All Services'), path: '/services' },
      { name: sectionTitle, path: sectionPath },
      { name: service.title, path: service.path },
    ]),
    ...describeQuestions(service.questions),
  ];
}

/** The result is schema.org's FAQPage, or nothing without questions. */
function describeQuestions(questions: Service['questions']): object[] {
  if (questions.length === 0) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}
