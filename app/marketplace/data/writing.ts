import type { ServiceRecord } from '../service.ts';

export const writing: readonly ServiceRecord[] = [
  {
    title: 'Articles & Blog Posts',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Researched, readable pieces in your voice.',
    description:
      'Two articles of about 1,000 words, or one long piece of 2,000. A writer who knows your field reads what you have published, agrees an outline with you and interviews one of your people if that helps. Sources are linked, figures are traced to where they were first reported, and headings answer what readers actually type. You get the text as a document or in your CMS, with a title tag and meta description for each, and two rounds of edits.',
  },
  {
    title: 'Content Strategy',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A three-month plan for what to publish, and why.',
    description:
      'Before planning anything new we look at what you own: up to 60 existing pages are sorted into keep, rewrite, merge or remove. A one-hour workshop settles audiences, goals and who can really write. The result is a calendar for three months, twelve briefs with angle, search intent, format and sources, and a page on how to measure it. Delivered as a spreadsheet and a document your team can carry on without us. One revision.',
  },
  {
    title: 'Website Content',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Five pages that say what you do before people leave.',
    description:
      'Home, about, contact and two service pages, or any five you need, up to 400 words each. Work starts from a questionnaire and a call with somebody who talks to customers every day, because their phrases usually end up in the headings. Text is laid out section by section next to a simple wireframe, with button labels, form hints, page titles and meta descriptions written too. Two rounds of edits, then a proofread once it is live.',
  },
  {
    title: 'Scriptwriting',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Scripts written to be spoken, shot and cut.',
    description:
      'A script for up to six minutes of screen or stage time, around 900 words. Tell us who is speaking, who is watching and what they should do afterwards. You first approve a beat outline on one page; the draft follows in two-column form for corporate film and adverts, or in screenplay format for drama. Every line is read aloud against a stopwatch. Two revisions are included, and a last trim after your table read.',
  },
  {
    title: 'Creative Writing',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Stories, verse and dialogue made to your commission.',
    description:
      'Commission one short story of up to 2,500 words, three poems, or the characters and dialogue for a game scene. It might be read at a wedding, printed on a label or given to every guest of a hotel. We ask about occasion, tone and the details only you know, then send an opening page so that you can judge the voice before the rest exists. Two rewrites are covered, and the rights are assigned to you on payment.',
  },
  {
    title: 'Podcast Writing',
    area: 'content-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Episodes with a shape, from cold open to show notes.',
    description:
      'Written material for two episodes of up to 30 minutes. For a narrated show that is a full script, with breaths and sound cues marked; for interviews, a researched guest brief, a running order and twenty questions in an order that builds. Cold open, introduction, advert reads and sign-off are worded for your host. After recording, send the transcript and we add show notes, chapter titles and a 50-word listing. One round of changes per episode.',
  },
  {
    title: 'Proofreading & Editing',
    area: 'editing-critique',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Every comma in place. Every sentence clearer.',
    description:
      'Up to 20,000 words of finished text: a report, a thesis, a website, a set of policies. One editor corrects spelling, grammar and punctuation, tightens what is wordy and queries what does not add up, following your house style or a style sheet made for you. A second reader proofs the result. Everything is in tracked changes, so you accept or refuse each one. Meaning, argument and citations stay yours; answering your questions afterwards is included.',
  },
  {
    title: 'Book Editing',
    area: 'editing-critique',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A structural report, and a line edit of the opening.',
    description:
      'For a complete draft of up to 60,000 words, fiction or not. Our editor reads it twice and writes a report of eight to ten pages on structure, pace, point of view, argument and market, with a chapter-by-chapter table of what to keep, cut or move. The first 5,000 words are then line edited in tracked changes, to show the method on your own sentences. A one-hour call closes the job. Full copy-editing is quoted separately, by length.',
  },
  {
    title: 'Beta Reading',
    area: 'editing-critique',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Three readers of your genre, honest before launch day.',
    description:
      'Strangers who buy books like yours read the whole manuscript, up to 90,000 words, within four weeks. Each answers a questionnaire on first pages, characters, confusion and belief, notes where they stopped caring, and adds comments in the margin. You receive the three sets untouched, plus a summary that separates what all of them felt from one person’s taste. Add up to five questions of your own. All readers sign a confidentiality agreement.',
  },
  {
    title: 'Writing Advice',
    area: 'editing-critique',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Three hours with an editor who has read your pages.',
    description:
      'Three video calls of an hour each, spread over as many weeks as suit you. Before every call you send up to 3,000 words, in any state, and a question; the editor comes back with margin notes and two or three things to practise rather than a list of faults. Novelists, founders, academics and grant writers all use it. Afterwards you have the recordings, the annotated pages and a short plan for the next draft.',
  },
  {
    title: 'eBook Writing',
    area: 'book-ebook-publishing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A short, useful eBook your customers will finish.',
    description:
      'An eBook of around 4,000 words, some twenty pages, on a subject you know well: a guide, a checklist with reasons, a beginner’s course. We interview you for an hour, draft the contents, and write chapter by chapter so that you can steer early. Tables and diagrams are sketched for a designer, and sources are listed. The manuscript arrives as DOCX, a clean EPUB and a simple PDF. Two revision rounds; you are named as the author.',
  },
  {
    title: 'Ghostwriting',
    area: 'book-ebook-publishing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Your story and opinions, written as you would say them.',
    description:
      'One chapter, essay or keynote article of up to 3,000 words, published under your name alone. After a recorded interview of up to 90 minutes, the writer sends one sample page so you can hear whether it sounds like you; only then does the draft go on. Facts, dates and names are listed for checking. Confidentiality is in the contract and copyright passes to you. Two rounds of revision. Whole books are planned chapter by chapter at this rate.',
  },
  {
    title: 'Blurb',
    area: 'book-ebook-publishing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Back-cover copy that makes a browser turn to page one.',
    description:
      'The hardest 180 words of a book are the ones on the back. A copywriter from your genre reads the whole manuscript, up to 100,000 words, and writes two different blurbs for you to choose between. The chosen one is polished in two rounds, then shortened to a 50-word version for retailers and a single line for adverts. An author biography, seven keywords and suggested subject categories complete the metadata sheet your publisher or distributor will ask for.',
  },
  {
    title: 'RePublication',
    area: 'book-ebook-publishing',
    price: { amount: 99900, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Your out-of-print book, cleared and back on sale.',
    description:
      'Send the old contract and one printed copy of up to 320 pages. We check who holds which rights, draft the reversion request if the publisher still has them, and flag quotations or pictures needing fresh permission. The text is scanned, corrected against the page, and given a new title page, imprint and edition statement, plus your preface if you add one. You receive print-ready PDF, EPUB and editable files, and a completed retailer listing. ISBN fees are your own.',
  },
  {
    title: 'Book Formatting',
    area: 'book-ebook-publishing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Print and eBook files that pass at the first upload.',
    description:
      'Interior layout for one text-led book of up to 350 pages and 20 images. Choose from three sample spreads in your trim size; we then set the book with proper styles, running heads, contents and notes, and go through it by eye for widows, loose lines and bad breaks. The print PDF has embedded fonts and the right gutter for its page count, and the reflowable EPUB 3 validates without errors. Two rounds of text corrections, fifty changes in each.',
  },
  {
    title: 'Translation',
    area: 'translation-transcription',
    price: { amount: 15, currency: 'USD', unit: 'word' },
    summary: 'Your words, at home in another language.',
    description:
      'Counted on the source text, so you know the total before we begin. A translator working into their mother tongue does the first version, and a second linguist revises it line by line against the original; both are in the price. Contracts, manuals, sites and books come back in the layout they arrived in, whether DOCX, InDesign, HTML or XLIFF. Your glossary is followed, or a new one built and handed over. Corrections to agreed terms are free.',
  },
  {
    title: 'Localization',
    area: 'translation-transcription',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'An app, game or site that feels made for one market.',
    description:
      'Interface strings of up to 2,500 words, into one locale. Placeholders, plural rules, character limits and accelerator keys survive intact; dates, units, currencies, name order and examples are changed to what people there expect, and anything that would puzzle or offend is raised with a suggestion. We work in JSON, PO, XLIFF, ARB or a spreadsheet. Once the build is ready, a native tester checks up to 40 screens for cut-off text and wrong context. One fixing round.',
  },
  {
    title: 'Transcription',
    area: 'translation-transcription',
    price: { amount: 125, currency: 'USD', unit: 'audio-minute' },
    summary: 'Interviews, meetings and podcasts, typed by a person.',
    description:
      'An hour of recording costs $75, however fast people talk. Ask for clean verbatim, with stumbles removed, or full verbatim for research and legal use. Speakers are named, a time code stands at each change of speaker, and words that cannot be made out are marked with their position instead of guessed. A list of names and terms helps a good deal. Files return as DOCX, plain text or SRT and are deleted from our side after 30 days.',
  },
  {
    title: 'Product Descriptions',
    area: 'business-marketing-copy',
    price: { amount: 10000, currency: 'USD', unit: 'each' },
    summary: 'The facts shoppers need, in words that help them choose.',
    description:
      'Each order covers one product with all its sizes and colours. From the specification sheet, a sample or photographs, and the questions your customers keep asking, we write a title, a paragraph of 120 to 180 words, five bullet points, a comparison line against the next model, and a meta description. Claims are checked against the data you send. The text comes in your shop’s import format, within marketplace limits, with one round of changes per product.',
  },
  {
    title: 'Brand Voice & Tone',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A guide that lets ten people write like one company.',
    description:
      'Ten pages your colleagues will open, instead of eighty they will not. We read twenty samples of your writing, interview two people inside and one customer, and find the three traits that are truly yours. Each gets its limits, with paired examples before and after; then comes how the tone shifts for errors, invoices, adverts and bad news, and a list of words to use and avoid. A one-hour session introduces it to your team. One revision.',
  },
  {
    title: 'Ad Copy',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Headlines and variants ready to paste and test.',
    description:
      'Copy for one campaign, made to the character counts. For search: fifteen headlines of 30 characters and four descriptions of 90, written to be read in any combination, plus sitelinks and callouts. For social: three angles, each with a short and a long text, a headline and a line for the picture. Bring your offer, your landing page and any results so far. Everything sits in a sheet ready for upload; after two weeks of figures we rewrite the weakest third.',
  },
  {
    title: 'Sales Copy',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'One page that states the offer and answers the doubts.',
    description:
      'A landing page, sales letter or brochure text of up to 1,200 words, for one offer. Most of the effort goes in before writing: we read your reviews and support mails, and talk to two recent buyers about what nearly stopped them. The page then works through problem, promise, proof, price, objections and guarantee in the order they asked. Three alternative headlines are included for testing, along with two rounds of edits and a check of the designed page.',
  },
  {
    title: 'Email Copy',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A five-mail sequence, from subject line to sign-off.',
    description:
      'Welcome series, launch, abandoned basket or win-back: five emails of up to 200 words that follow one thread. Every mail has a single aim, two subject lines to split-test, preview text and one link worth clicking. You tell us the offer, the list and what it last received; we propose the order and the gaps between sends. Text is delivered with merge tags and fallbacks for your mail platform, in a plain-text version too. Two rounds of edits.',
  },
  {
    title: 'Press Releases',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'News an editor can use without ringing you first.',
    description:
      'If there is no story yet, we will say so and help you find the angle. Then: one release of 400 to 500 words with headline, standfirst, two quotes for your people to approve, notes to editors, boilerplate, and an embargo line where needed. With it come a pitch mail of 120 words and a list of twenty journalists who cover the subject, with reasons. Sending is up to you; wire fees are not included. Two rounds of edits.',
  },
  {
    title: 'Case Studies',
    area: 'business-marketing-copy',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'What you solved for a customer, told with their numbers.',
    description:
      'You introduce us to one customer; we do the rest. That means a briefing with your account manager, a recorded interview of 40 minutes with the client, and a story of 800 to 1,000 words in which the customer, not the supplier, is the main character. Results are stated with their baseline and period. We collect the client’s written approval, and supply a one-page summary for sales, three pull quotes and a short version for a slide.',
  },
  {
    title: 'Resume Writing',
    area: 'career-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Two pages of evidence for the job you want next.',
    description:
      'An hour’s conversation about your work comes first, because the strongest lines are rarely in the old document. With two or three target vacancies beside us we rewrite every role as results, with scale and figures, put the relevant ones first and drop what no longer helps. The layout is a single column that applicant tracking systems read correctly. You get DOCX and PDF, a plain-text copy for online forms, and two revisions within 30 days.',
  },
  {
    title: 'Cover Letters',
    area: 'career-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Three letters, each to one employer about one job.',
    description:
      'Three letters for three vacancies, about 300 words apiece, none of them interchangeable. Share the adverts, your resume and half an hour on the phone; we read up on each employer and choose the two or three things in your past that answer what they need. Career changes, gaps and relocation are dealt with in a sentence. Both letter and email versions are supplied, with two rounds of edits and notes for writing the fourth one yourself.',
  },
  {
    title: 'LinkedIn Profiles',
    area: 'career-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A profile recruiters find and colleagues recognise.',
    description:
      'Every part of the profile is rewritten: a headline within 220 characters, an About section in the first person, up to six roles, skills in a useful order, and text for the banner and featured items. We begin with a 45-minute interview and the job titles you would like to be found for, then check which terms recruiters in that field search with. Supplied as a document to paste, with screenshots of each setting. Two revisions and three starter posts.',
  },
  {
    title: 'Speechwriting',
    area: 'miscellaneous-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Ten minutes in your own words, timed for the room.',
    description:
      'Keynote, wedding toast, eulogy or award acceptance, up to ten minutes, which is roughly 1,300 spoken words. In a 45-minute call we listen for how you talk and collect the stories no one else could tell. The draft is built for the ear: short clauses, one idea at a time, pauses marked. After two rounds of changes you rehearse it with us over video. The final copy comes in large type with page breaks at full stops, and as cue cards.',
  },
  {
    title: 'Technical Writing',
    area: 'miscellaneous-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Instructions that have been tried before you get them.',
    description:
      'Up to 2,500 words of documentation: a quick-start guide, an API walk-through, an operating procedure or a section of a manual. Give the writer access to the product and one engineer for an hour. Each step is carried out as it is written, on a clean installation, so missing prerequisites come to light early. Screenshots, tables and tested code samples are included. Delivered in Markdown, DITA, AsciiDoc or Word, following your style guide, with one technical review and one edit.',
  },
  {
    title: 'Grant Proposals',
    area: 'miscellaneous-writing',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'An application that answers the criteria, point by point.',
    description:
      'One application of up to 2,500 words, for a call you name. First we test eligibility and chances against the funder’s guidance and past awards, and tell you plainly if it is not worth your time. The writer then drafts need, objectives, activities, outcomes, evaluation and a budget narrative that matches your figures, weighted as the assessors score them. You bring the project, the accounts and letters of support. Two rounds of comments; payment never depends on the result.',
  },
];
