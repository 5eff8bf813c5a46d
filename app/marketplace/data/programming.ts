import type { ServiceRecord } from '../service.ts';

export const programming: readonly ServiceRecord[] = [
  {
    title: 'Website Development',
    area: 'websites',
    price: { amount: 50_000, currency: 'USD', unit: 'flat', note: 'up to 5 pages' },
    summary: 'Fast, accessible sites designed and built around your goals.',
    description:
      'A small company site, typically home, services, about, contact and legal notice, put online at your own domain. Together we choose one of our layouts, adapt it to your logo and colours, place the texts and pictures you supply, connect a contact form and test on phones, by keyboard and with a screen reader. Source code in Git, a short handover document and two rounds of corrections belong to the price. Shops, logins, booking systems and a design of your own go beyond it; see Custom Websites.',
  },
  {
    title: 'Website Maintenance',
    area: 'websites',
    price: { amount: 12_000, currency: 'USD', unit: 'month', note: 'one site' },
    summary: 'Updates, backups and small changes, month after month.',
    description:
      'Updates are applied to a staging copy, checked, and only then released. A month covers core, theme, plugin or dependency updates, daily off-site backups with a test restore each quarter, an uptime check every five minutes, a watch on certificate and domain expiry, and one hour of small changes. You receive a one-page log. Critical security fixes are looked at on the same working day. We need admin and hosting access; redesigns and repairs after a break-in are not part of the fee.',
  },
  {
    title: 'WordPress',
    area: 'websites',
    price: { amount: 120_000, currency: 'USD', unit: 'flat', note: 'up to 10 pages' },
    summary: 'Pages your team can edit without breaking anything.',
    description:
      'WordPress on your own hosting, with up to ten pages in the block editor on a lean theme. Layouts you repeat become patterns, roles are limited to what each person needs, and the plugin list stays short, each entry with a reason. Forms, cookie consent, caching, basic SEO fields and redirects from old addresses are configured. Two design rounds and one hour of recorded training for your editors are included. Supply texts, images and the hosting login. A shop or a custom plugin is not part of it.',
  },
  {
    title: 'Custom Websites',
    area: 'websites',
    price: { amount: 650_000, currency: 'USD', unit: 'flat', note: 'up to 25 pages' },
    summary: 'Drawn and coded for one organisation, starting from nothing.',
    description:
      'Nothing here is adapted from a theme. A workshop, sitemap, wireframes and Figma designs for six page types come first, with two rounds of feedback; development starts once you have approved them. We build the site on a content management system chosen with you, fill up to 25 pages with your content and check it against WCAG 2.2 AA, by hand as well as with tools. Code, design files and documentation become yours. Faults found in the first month after launch are corrected.',
  },
  {
    title: 'Portfolio',
    area: 'websites',
    price: { amount: 75_000, currency: 'USD', unit: 'flat', note: 'up to 12 projects' },
    summary: 'Your best projects on a site you can update yourself.',
    description:
      'Photographers, architects, illustrators and other freelancers can show six to twelve projects here, the way they would across a table. The site has an overview, a page per project, an about page and a contact form, with images served in modern formats at the size each screen needs. You add or reorder work yourself through a simple editor. Supply pictures at least 2,500 pixels wide and a few sentences on each project. Two looks to choose between, two rounds of changes and connection to your domain are included.',
  },
  {
    title: 'Web Applications',
    area: 'application-development',
    price: { amount: 1_800_000, currency: 'USD', unit: 'flat' },
    summary: 'Portals, bookings and dashboards that run in a browser.',
    description:
      'For tools that live in a browser and hold data: a booking system, a customer portal, an internal dashboard. Scope is fixed in a written specification of up to 25 user stories and three roles, which you sign before coding starts. Every two weeks there is a working version to click through on a staging server. Interface design, sign-in, one API integration, automated tests, deployment to your cloud account and 60 days of fault correction are in the price. The code belongs to you.',
  },
  {
    title: 'Desktop Applications',
    area: 'application-development',
    price: { amount: 1_400_000, currency: 'USD', unit: 'flat' },
    summary: 'Programs for Windows and macOS that work offline too.',
    description:
      'Offline work, large local files, a scale on the serial port: some jobs still belong on the desktop. We build one application for Windows and macOS with up to twelve screens, a local SQLite database or a connection to your server, import and export in two formats you name, and automatic updates. Installers are signed with certificates registered to your company. Milestones are a clickable prototype, a beta for five of your users, and release. Complete source, build instructions and 60 days of fault correction go with it.',
  },
  {
    title: 'Software Development',
    area: 'software-development',
    price: { amount: 3_000_000, currency: 'USD', unit: 'flat' },
    summary: 'A system of your own, where standard software falls short.',
    description:
      'Sixty developer days for one system that no standard product covers: a backend, an integration between platforms, a calculation engine, the replacement of something old. Two weeks of analysis end in an architecture, a list of risks and an agreed scope that fits those days. Then come two-week iterations, each with a demonstration, in your repository, with code review, tests and continuous integration. Documentation, a security review, a runbook and 90 days of fault correction complete it. From you we need one person who can decide, four hours a week.',
  },
  {
    title: 'Scripting',
    area: 'software-development',
    price: { amount: 45_000, currency: 'USD', unit: 'flat', note: 'per script' },
    summary: 'Hand a repetitive chore to a well-tested script.',
    description:
      'A recurring chore, described once and left to the machine: renaming ten thousand scans, merging monthly exports, moving orders from a mailbox into a sheet. List the steps and send sample data with personal details removed. For up to eight hours’ work you get one script in Python, Bash, PowerShell or Apps Script with a log, a dry-run mode and clear messages when the input is wrong, plus a readme, a schedule and fixes for 30 days.',
  },
  {
    title: 'Plugins Development',
    area: 'software-development',
    price: { amount: 220_000, currency: 'USD', unit: 'flat', note: 'per plugin' },
    summary: 'One missing feature, added the way the platform intends.',
    description:
      'A plugin should have one clear job, be it for WordPress, WooCommerce, Figma or a browser. Before coding you get a two-page specification that names settings, stored data, required permissions and supported versions. The code follows the host’s own standards: input validated, output escaped, texts ready for translation, a clean uninstall, and tests against the current release and the one before. You receive source, packaged build and documentation. We submit it to one marketplace, whose approval is its own decision. Compatibility fixes run for 60 days.',
  },
  {
    title: 'Mobile App Development',
    area: 'mobile-apps',
    price: { amount: 2_200_000, currency: 'USD', unit: 'flat', note: 'one platform' },
    summary: 'A native app for iPhone or Android, up to the store listing.',
    description:
      'Choose the phone most of your customers carry, and we build for it natively, in Swift or Kotlin. Up to fifteen screens are in scope, from user flows and interface design to sign-in, push notifications and one existing backend connected by API. Test builds reach you every two weeks through TestFlight or Google Play’s internal track. We prepare listing and privacy declarations, submit under your developer account and answer reviewers; the store has the final word. Source code passes to you, with 90 days of fault correction.',
  },
  {
    title: 'Cross Platform Apps',
    area: 'mobile-apps',
    price: { amount: 2_600_000, currency: 'USD', unit: 'flat', note: 'iOS and Android' },
    summary: 'One code base, at home on both iOS and Android.',
    description:
      'Flutter or React Native? We recommend one after the first workshop and say why. Up to eighteen screens, offline storage, push messages, one payment or subscription product and a small hosted backend are covered. Where the systems differ, in back navigation, permissions or share sheets, the app behaves as each one’s users expect. Plan for fourteen to sixteen weeks, with fortnightly builds and tests on real devices, then submission to both stores from your accounts. You own the source, and faults are corrected for 90 days.',
  },
  {
    title: 'Mobile App Maintenance',
    area: 'mobile-apps',
    price: { amount: 480_000, currency: 'USD', unit: 'year', note: 'one app' },
    summary: 'A year of upkeep for an app that is already published.',
    description:
      'Apps age even when nobody touches them: a new iOS arrives every autumn, Google raises its target API level, libraries lose support. For one year we keep one published app building, within store requirements and running on current devices. That means two planned compatibility releases, monthly dependency and crash reviews, renewal of certificates and profiles, and 24 hours of fixes or small improvements, used when you like. We need the source, store accounts and crash reports. Larger features are estimated separately.',
  },
  {
    title: 'Support & IT',
    area: 'it-support',
    price: { amount: 65_000, currency: 'USD', unit: 'month', note: 'up to 10 people' },
    summary: 'A helpdesk for offices without an IT department.',
    description:
      'Password resets, mail that bounces, a laptop for a new colleague, a printer that has vanished from the network: up to ten hours of help a month for an office of ten, by phone, chat and remote session on weekdays. Patches and endpoint protection are managed centrally, accounts in Microsoft 365 or Google Workspace opened and closed by checklist, backups test-restored every quarter. Inventory and password vault stay in your possession. Urgent cases are picked up within one working hour. Licences, hardware and site visits are not covered.',
  },
  {
    title: 'Cloud Computing',
    area: 'it-support',
    price: { amount: 110_000, currency: 'USD', unit: 'month', note: '12 engineer hours' },
    summary: 'Servers kept patched, watched and within budget.',
    description:
      'Your AWS, Azure or Google Cloud account, looked after for twelve engineer hours a month, with up to fifteen servers or managed services. We begin by describing in Terraform what exists, cutting access down to least privilege and setting alarms for what your customers would notice. From then on it is patching, restore tests, cost reviews and capacity changes, each as a reviewed commit in your repository. Alerts are answered in office hours, not round the clock. The provider bills you directly for usage.',
  },
  {
    title: 'Convert Files',
    area: 'it-support',
    price: { amount: 6_000, currency: 'USD', unit: 'flat', note: 'up to 20 files' },
    summary: 'Old, odd or locked-in formats, made usable again.',
    description:
      'Send up to twenty files, 2 GB in total, and get them back in a format you can work with. Typical requests: PDF to Word with its styles, InDesign to EPUB, ageing WordPerfect or Works documents, DWG to PDF, HEIC to JPEG, spreadsheets to clean CSV in UTF-8. Every result is opened and compared with the original, and whatever did not survive (fonts, macros, layers) is listed. Scans can be run through text recognition, without proofreading. For password-protected files we need the password and your right to use them.',
  },
];
