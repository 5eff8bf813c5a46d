import type { ServiceRecord } from '../service.ts';

export const business: readonly ServiceRecord[] = [
  {
    title: 'Market Research',
    area: 'formation-consulting',
    price: { amount: 500_000, currency: 'USD', unit: 'flat' },
    summary: 'Know your market before you enter it.',
    description:
      'Which decision should this research settle? We write that down together before spending anything. The study then combines desk research, a market size built from the bottom up, profiles of up to eight competitors and twelve half-hour interviews with buyers in one country. Findings come as a report of about 30 pages with sources and confidence levels, a spreadsheet with every assumption open to change, and a 90-minute debrief. Recruiting the interview partners is included; paid panel surveys and syndicated data are not.',
  },
  {
    title: 'Business Plans',
    area: 'formation-consulting',
    price: { amount: 350_000, currency: 'USD', unit: 'flat' },
    summary: 'A plan that investors can follow and lenders can check.',
    description:
      'We write the plan with you in four working sessions: some thirty pages, and a spreadsheet model behind them. The model holds profit and loss, cash flow and balance sheet, monthly for the first year and quarterly for the next two, with three scenarios a lender can trace from assumption to result. You contribute price lists, supplier quotes, salary plans and an honest account of the competition. Delivered in Word, PDF and Excel with a 12-slide summary and two revision rounds. Whether finance is granted is for others to decide.',
  },
  {
    title: 'Business Consulting',
    area: 'formation-consulting',
    price: { amount: 1_500_000, currency: 'USD', unit: 'flat' },
    summary: 'A sticking point taken apart, and a decision at the end.',
    description:
      'Six weeks on a single problem: a margin that keeps slipping, a second site, a handover between founders. Weeks one and two go into interviews, figures and watching how the work is done; weeks three and four produce options with their costs and risks; the last two turn your choice into a plan with owners and dates. The price covers twelve consultant days, up to fifteen interviews, a written report and two management workshops. We ask for a sponsor among your managers and a look at the accounts.',
  },
  {
    title: 'HR Consulting',
    area: 'formation-consulting',
    price: { amount: 800_000, currency: 'USD', unit: 'flat' },
    summary: 'People policies that fit your company.',
    description:
      'For companies of roughly 10 to 80 people that have outgrown verbal arrangements. We review contracts, pay, onboarding, leave and appraisal practice, then write what is missing: an employee handbook, up to ten job profiles, a salary framework, an interview guide and an appraisal form. Eight weeks, two workshops with managers and one briefing for all staff are covered. Documents stay editable in Word. Employment law differs from place to place, so your own lawyer should check the handbook before it takes effect.',
  },
  {
    title: 'Project Management',
    area: 'operations-management',
    price: { amount: 1_000_000, currency: 'USD', unit: 'flat' },
    summary: 'Someone who knows what is late, why, and who decides.',
    description:
      'An experienced project manager, two days a week for three months, on one project already approved and funded. The first fortnight brings a charter, a work breakdown structure, a schedule with its critical path and a risk register; after that, a weekly status page says what slipped, why, and whose decision is due. Work happens in your tools, be it Jira, MS Project or Asana, and all records remain there. You name a sponsor and the team and keep budget authority. The last week is set aside for handover.',
  },
  {
    title: 'Product Management',
    area: 'operations-management',
    price: { amount: 750_000, currency: 'USD', unit: 'flat' },
    summary: 'What to build next, and the reasons written down.',
    description:
      'Somebody has to own the question of what gets built next; for eight weeks, that is us. Ten customer interviews and a look at your usage data lead to a list of problems ranked by value and effort. Out of that list come a one-page vision, a roadmap by quarter and a backlog of about forty user stories with acceptance criteria. We hold refinement and review with your developers every week. You need a working product or prototype, a team that can build, and analytics we may read.',
  },
  {
    title: 'Sales',
    area: 'sales-customer-care',
    price: { amount: 500_000, currency: 'USD', unit: 'flat' },
    summary: 'Scripts, stages and training for the team that sells.',
    description:
      'Your sales process, put on paper and into the CRM within six weeks. We listen to ten recorded calls, go through lost deals, and define stages with entry criteria so that a forecast means something. You end up with a qualification guide, call and email scripts, an objection sheet, a proposal template, a pipeline configured in HubSpot or Pipedrive, and two training sessions for up to eight people. Bring the last twelve months of deals, however untidy. Selling on your behalf is not part of it.',
  },
  {
    title: 'Customer Experience Management (CXM)',
    area: 'sales-customer-care',
    price: { amount: 1_200_000, currency: 'USD', unit: 'flat' },
    summary: 'Find where customers give up, and mend five of those places.',
    description:
      'What customers go through, from first advert to cancelled contract, is mapped in ten weeks and then improved at the points that hurt. The work comprises fifteen customer interviews, an analysis of tickets and survey comments, a journey map with metrics per stage, and a feedback programme that uses NPS, CSAT or effort score where each makes sense. Five improvements are specified and piloted with your teams, and dashboards are set up in the platform you have. Licences, and permission to contact customers, come from you.',
  },
  {
    title: 'Lead Generation',
    area: 'sales-customer-care',
    price: { amount: 750_000, currency: 'USD', unit: 'month' },
    summary: 'Conversations with buyers who match your profile.',
    description:
      'We work one market and one ideal customer profile, month by month. About 400 companies are researched, the right contacts verified, email and LinkedIn sequences written and replies handled until a conversation is either booked or politely closed. Every lead is logged in your CRM with its source and legal basis, in line with GDPR, CAN-SPAM and local rules on cold contact. You approve target list and messages and supply a separate sending domain, which is warmed up in the first month. We do not guarantee a number of meetings.',
  },
  {
    title: 'Call Center & Calling',
    area: 'sales-customer-care',
    price: { amount: 450_000, currency: 'USD', unit: 'month', note: 'one agent, 160 hours' },
    summary: 'A trained voice on your number, inbound and outbound.',
    description:
      'Calls are answered or placed in English, under your company name, by one dedicated agent with 160 hours a month. The first week is for product training, scripts and a knowledge sheet. Inbound work means questions, bookings and call-backs; outbound means appointments, surveys and reminders to people you are allowed to phone. A weekly sheet shows volumes, waiting times and outcomes, with recordings where the law permits them. Call charges within one country are included. For longer hours or a second line, book a second agent.',
  },
  {
    title: 'Customer Care',
    area: 'sales-customer-care',
    price: { amount: 380_000, currency: 'USD', unit: 'month', note: 'up to 900 tickets' },
    summary: 'Patient answers by email, chat and social message.',
    description:
      'On weekdays from nine to six in your time zone we answer up to 900 tickets a month, whichever channel they arrive by. During the first two weeks we write macros, a tone guide and the escalation rules that say which refunds may be granted without asking you. The team works inside Zendesk, Freshdesk, Gorgias or a shared mailbox that you own, and aims to send a first reply within four working hours. A monthly report names what causes the tickets, so that the causes can be removed.',
  },
  {
    title: 'Copyright Registration',
    area: 'legal-services',
    price: { amount: 50_000, currency: 'USD', unit: 'registration' },
    summary: 'Your work, filed properly with the US Copyright Office.',
    description:
      'For a manuscript, song, series of photographs, film or computer program: each registration covers one claim, prepared and filed with the United States Copyright Office. Together we establish authors, ownership, work-for-hire status and publication date; we then choose the application, prepare the deposit copy and submit both online, with the standard government fee included. Routine questions from the examiner are answered and the certificate is forwarded when it is issued. Timetable and decision rest with the Office. For disputes or a legal opinion you need an attorney.',
  },
];
