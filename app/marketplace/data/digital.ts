import type { ServiceRecord } from '../service.ts';

export const digital: readonly ServiceRecord[] = [
  {
    title: 'Video Marketing',
    area: 'methods-techniques',
    price: { amount: 240_000, currency: 'USD', unit: 'flat', note: 'per campaign' },
    summary: 'Finished films, placed where your audience watches.',
    description:
      'You already have the films; this puts them in front of the people they were made for. We draw up a distribution plan for up to four videos, trim lengths and aspect ratios for each channel, write titles, descriptions and captions, and run a four-week campaign on YouTube and Meta with two audience tests. View-through rate, cost per completed view and assisted conversions are reported weekly. Advertising is billed to you by the platforms. Required: master files, music licences that cover advertising, and access to both ad accounts.',
  },
  {
    title: 'E-Commerce Marketing',
    area: 'methods-techniques',
    price: { amount: 320_000, currency: 'USD', unit: 'flat', note: 'two months' },
    summary: 'Product feed, campaigns and checkout, judged by margin.',
    description:
      'In the first of two months we repair the foundations of one shop with up to 500 products: product feed, titles, categories, conversion tracking, consent banner. The second runs Shopping and retargeting campaigns on your ad budget and mends three weak spots on cart and product pages. Every fortnight you see contribution margin per channel rather than revenue alone, because an order that costs more than it earns is no success. We need access to shop, Merchant Center and analytics, and your margins by category.',
  },
  {
    title: 'Email Marketing',
    area: 'methods-techniques',
    price: { amount: 95_000, currency: 'USD', unit: 'month', note: 'up to 4 mailings' },
    summary: 'Four mailings a month, each written, tested and sent.',
    description:
      'Each month’s four mailings are planned against your calendar, written, built and sent from your own account. Segments follow what people bought or clicked, subject lines are split-tested on part of the list, and SPF, DKIM and DMARC are checked before the first send. A short report comes after each mailing, a review of bounces and sleeping contacts at the end of the month. The list may hold up to 25,000 people, all of whom agreed to hear from you; we do not buy addresses. Platform fees are yours.',
  },
  {
    title: 'Email Automations',
    area: 'methods-techniques',
    price: { amount: 140_000, currency: 'USD', unit: 'flat', note: 'up to 5 flows' },
    summary: 'Sequences that write to customers at the right moment.',
    description:
      'Welcome, abandoned basket, post-purchase, win-back and one flow of your choice: five sequences, about fifteen emails in all. Triggers, delays and exit conditions go on a single diagram first, so nobody is sent a discount the day after paying full price. Copy and layout follow your brand, and everything is built in Klaviyo, ActiveCampaign, Mailchimp or HubSpot and tried out with dummy customers. A 45-minute handover and written notes let your team change it later. Needed: admin access, working event tracking and a verified sending domain.',
  },
  {
    title: 'Community Boosting',
    area: 'methods-techniques',
    price: { amount: 300, currency: 'USD', unit: '1000-followers', note: 'platform dependent' },
    summary: 'Livelier conversation in the community you already have.',
    description:
      'The fee is counted on the followers you have today, on one network; the smallest order counts 40,000. It pays for a seven-day activation: a look at what your audience has reacted to, three prompts such as a poll, a question and a member feature, published from your account once you approve them, daily replies beneath them, and a closing note on what drew answers. Which formats are open to us depends on the platform. We do not sell followers or run bots, and growth cannot be promised.',
  },
  {
    title: 'Marketing Strategy',
    area: 'analytics-strategy',
    price: { amount: 450_000, currency: 'USD', unit: 'flat' },
    summary: 'Who to reach, with what offer, and what the year will cost.',
    description:
      'Twelve months on paper: whom to win, with what offer, through which channels and for how much. Two workshops, eight customer conversations and a review of past spending lead to segments, positioning, an order of messages, a channel plan and a budget with monthly targets. It is written for the team you have, and says what to stop doing as well. You get a document of about 40 pages, a one-page version for the wall and a planning spreadsheet, revised once after your management has read it.',
  },
  {
    title: 'Brand Strategy (SEO)',
    area: 'analytics-strategy',
    price: { amount: 280_000, currency: 'USD', unit: 'flat' },
    summary: 'What people should find when they search for you by name.',
    description:
      'A brand that people look up by name depends less on generic keywords. We audit what appears today for your company, products and founders, then define positioning, naming rules and a vocabulary drawn from real queries. All of it goes into a 25-page guide: consistent entity data and Organization markup, title and description for the thirty pages that matter most, and a list of outdated profiles and listings to correct. Read access to Search Console is needed. Rankings and knowledge panels are decided by the search engines.',
  },
  {
    title: 'Digital Marketing Strategy (SEO)',
    area: 'analytics-strategy',
    price: { amount: 360_000, currency: 'USD', unit: 'flat' },
    summary: 'Two quarters of search work, put in a sensible order.',
    description:
      'Technical crawl, keyword map, content plan and link review for one site of up to 1,000 URLs in one language. Faults are listed by effect, not by number, from wrong canonicals and redirect chains to Core Web Vitals. The map gives each search intent one page and shows gaps and cannibalisation; paid search, email and social are planned around it for two quarters, with a budget split. We explain it all in a workshop and hand over the spreadsheets, with tickets your own developers and writers can carry out.',
  },
  {
    title: 'Marketing Concepts & Ideation',
    area: 'analytics-strategy',
    price: { amount: 125_000, currency: 'USD', unit: 'flat' },
    summary: 'Three campaign ideas, then one worked out in full.',
    description:
      'After a one-hour briefing we work for a week, discard most of what we find and present three ideas, thought through far enough to be judged: each has an insight, a headline, a sketched key visual, examples for three channels and a rough budget. You choose one, and it grows into a ten-page concept that your agency or in-house team can produce from. Rights to all three pass to you on payment. Production, photography and trademark searches are separate.',
  },
  {
    title: 'Conscious Branding & Marketing (SEO)',
    area: 'analytics-strategy',
    price: { amount: 260_000, currency: 'USD', unit: 'flat' },
    summary: 'Green and fair claims, worded so that they hold up.',
    description:
      'Claims about sustainability, sourcing and fairness are read closely by customers and regulators alike. We take up to twenty statements from your site and packaging, ask for the evidence behind each, and rewrite them to be specific, findable and defensible: what, how much, since when, certified by whom. Added to that are a values page, eight page texts built on what shoppers actually search for, and a list of claims to retire. Bring certificates and supplier data. Legal clearance stays with your counsel.',
  },
  {
    title: 'Marketing Advice',
    area: 'analytics-strategy',
    price: { amount: 18_000, currency: 'USD', unit: 'flat', note: 'per session' },
    summary: 'Bring three questions, leave with a list of next steps.',
    description:
      'A marketer reads your material, then spends ninety minutes with you by video. Send the website, campaign, budget or advert that does not work, together with your three most pressing questions; a look at your statistics helps but is optional. Within two working days you receive two pages of notes: what we would change, in which order, what it might cost, and what we could not judge from outside.',
  },
  {
    title: 'Music Promotion',
    area: 'industry-purpose-specific',
    price: { amount: 65_000, currency: 'USD', unit: 'flat', note: 'per release' },
    summary: 'Your release in the inboxes of curators and radio hosts.',
    description:
      'Work on your single, EP or album lasts six weeks, four of them before release day. We write biography and pitch, build a pre-save page, prepare the editorial submission for your Spotify for Artists account and approach about sixty blogs, radio shows and independent curators picked by genre. Every answer is passed on, refusals included. Paid playlists and stream farms are excluded, since they can get a release taken down. We need final masters, artwork and confirmation that all rights are cleared. Who plays it is up to the editors.',
  },
  {
    title: 'Podcast Marketing',
    area: 'industry-purpose-specific',
    price: { amount: 78_000, currency: 'USD', unit: 'flat', note: 'eight weeks' },
    summary: 'Help listeners find the show, and follow it.',
    description:
      'For a show with at least five episodes behind it and new ones on a regular day. Title, descriptions, categories and artwork brief are reworked for Apple Podcasts, Spotify and YouTube, and a trailer script is written. Then, for eight weeks and up to eight episodes, each gets timestamped notes, two audiogram clips and a newsletter paragraph, while we approach related programmes for guest swaps. Progress is read from your host’s figures: unique listeners, followers, completion. Cutting the episodes themselves belongs to Podcast Production.',
  },
  {
    title: 'Mobile App Marketing',
    area: 'industry-purpose-specific',
    price: { amount: 290_000, currency: 'USD', unit: 'flat' },
    summary: 'Store listing and adverts aimed at users who stay.',
    description:
      'App store optimisation first, advertising second, because paid clicks are wasted on a weak listing. For one country we research keywords, rewrite name, subtitle and description, design six screenshots per store and set up a listing experiment. Four weeks of Apple Ads and Google App campaigns follow, steered by the cost of a user who stays rather than of an install. Attribution and in-app events have to work before we begin. Media spend is paid by you to the stores and accounted for in a weekly sheet.',
  },
  {
    title: 'Book & eBook Marketing',
    area: 'industry-purpose-specific',
    price: { amount: 85_000, currency: 'USD', unit: 'flat', note: 'per title' },
    summary: 'Eight weeks of launch work for a single title.',
    description:
      'The eight weeks around publication, for one title, fiction or non-fiction. Included are a retail description, keywords and categories for Amazon KDP, an author page, advance copies for up to fifty invited readers, ten social graphics and a small Amazon Ads campaign on your budget. Reviewers are not paid and not told what to write. Send the final manuscript, the cover and two comparable titles. A closing report shows what sold, where, and what the clicks cost.',
  },
  {
    title: 'Self Publish Your Book',
    area: 'industry-purpose-specific',
    price: { amount: 145_000, currency: 'USD', unit: 'flat', note: 'per title' },
    summary: 'Turns an edited manuscript into a book anyone can order.',
    description:
      'Paperback and e-book, for one manuscript of up to 300 text pages. We set the interior, produce a validated EPUB 3, fit your cover to the printer’s template, and open Amazon KDP and IngramSpark accounts with you, in your name, so that royalties go straight to you. Metadata, categories, territories and prices are filled in together on a call, and one printed proof is checked. ISBNs, copy-editing, cover artwork and advertising are not covered.',
  },
];
