import type { SectionId } from '../../app/marketplace/sections.ts';

/** One review of the demo data; its date is counted back from the day of seeding. */
export interface DemoReview {
  section: SectionId;
  service_slug: string;
  name: string;
  email: string;
  rating: number | null;
  text: string | null;
  daysAgo: number;
}

type Row = readonly [
  name: string,
  email: string,
  rating: number | null,
  text: string | null,
  daysAgo: number,
];

interface ServiceReviews {
  readonly section: SectionId;
  readonly service_slug: string;
  /** Newest first. */
  readonly rows: readonly Row[];
}

const BY_SERVICE: readonly ServiceReviews[] = [
  // Graphics & Design
  {
    section: 'graphics',
    service_slug: 'book-design',
    rows: [
      [
        'Ines Carvalho',
        'ines.carvalho@example.com',
        5,
        'The chapter openings are beautiful. Files went to print without a single correction.',
        12,
      ],
      [
        'Tobias Lindqvist',
        'tobias.lindqvist@example.org',
        4,
        'Clear process and a fair price. I would have liked one more cover option to choose from.',
        27,
      ],
      [
        'Amara Nwosu',
        'amara.nwosu@example.net',
        5,
        'They understood the tone of the memoir at once.',
        52,
      ],
      [
        'Rachel Oyelaran',
        'r.oyelaran@example.com',
        5,
        'Three hundred pages with maps and footnotes, and the notes sit where a reader expects them. Our printer in Leeds asked who had set it.',
        96,
      ],
      ['Kazimierz Wrona', 'kwrona@example.org', 4, null, 158],
      [
        'Delphine Aubert',
        'delphine.aubert@example.com',
        null,
        'Second book with the same designer. Margins and text face match the first volume to the point, which matters to me more than I can explain.',
        231,
      ],
      [
        'Samir Haddad',
        'samir.haddad@example.net',
        5,
        'Bilingual poetry, Arabic and French on facing pages. They asked the right questions about direction and alignment before drawing anything.',
        344,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'email-design',
    rows: [
      [
        'Priya Raghunathan',
        'priya.r@example.com',
        5,
        'Looks the same in Outlook, Gmail and on my phone, dark mode included. I tested all three because I did not believe it.',
        6,
      ],
      [
        'Matthijs de Boer',
        'm.deboer@example.org',
        4,
        'Good template, well organised blocks. Handover notes for our newsletter tool were a bit short.',
        41,
      ],
      ['Yuki Tanabe', 'tanabe.yuki@example.net', 5, null, 88],
      [
        'Carla Benedetti',
        'carla.benedetti@example.com',
        3,
        'Nice to look at, but in the first version the headline was part of a picture and vanished with images off. Fixed after I pointed it out.',
        175,
      ],
      [
        'Owen Prichard',
        'owen.prichard@example.com',
        5,
        'Our newsletter finally looks as if it comes from the same shop as the website.',
        290,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'signage-design',
    rows: [
      [
        'Fatoumata Diarra',
        'f.diarra@example.com',
        5,
        'New fascia and a hanging sign for the bakery. You can read it from the tram stop now.',
        9,
      ],
      [
        'Gareth Bowen',
        'gareth.bowen@example.org',
        4,
        'Sensible drawings with fixings and dimensions. The sign maker had only one question.',
        63,
      ],
      [
        'Lucía Ferreyra',
        'lferreyra@example.net',
        5,
        'Three wayfinding signs for a clinic. They walked the route in our photographs first and found a door we had forgotten.',
        140,
      ],
      [
        'Henrik Aas',
        'henrik.aas@example.com',
        2,
        'The letters were too thin for the material we had named in the brief. A corrected file came, but nine days later and after the fitter had been booked.',
        212,
      ],
      ['Mei-Ling Chow', 'meiling.chow@example.org', 5, null, 389],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'industrial-&-product-design',
    rows: [
      [
        'Stefan Brückner',
        'stefan.brueckner@example.com',
        5,
        'Came with a sketch of a bike light, left with a housing our moulder could quote on. Draft angles and wall thickness were already right.',
        74,
      ],
      [
        'Noor Al-Rashid',
        'noor.alrashid@example.net',
        4,
        'Strong concept work and honest about cost. The last CAD revision took longer than planned.',
        266,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'graphics-for-streamers',
    rows: [
      [
        'Jaylen Brooks',
        'jaylenbrooks@example.com',
        5,
        'Overlays are clean and my facecam frame finally fits. Chat noticed within a minute.',
        19,
      ],
      [
        'Veera Niskanen',
        'veera.n@example.org',
        4,
        'Emotes stay readable at 28 pixels, which was my main worry. Would have loved one more panel.',
        183,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'image-editing',
    rows: [
      [
        'Bongani Khumalo',
        'bongani.k@example.com',
        5,
        'Five chairs with chrome legs, cut out on white. Reflections tidied, shadows kept, edges clean.',
        14,
      ],
      [
        'Agnieszka Zielińska',
        'a.zielinska@example.net',
        3,
        'Retouching was careful, but skin came back smoother than I had asked for. The second pass was right.',
        119,
      ],
      ['Ravi Subramaniam', 'ravi.subra@example.org', 4, null, 303],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'presentation-design',
    rows: [
      [
        'Claire Dufresne',
        'claire.dufresne@example.com',
        5,
        'Took my overfull board deck and made it one idea per slide. All charts are still editable.',
        33,
      ],
      [
        'Tunde Bakare',
        'tunde.bakare@example.org',
        4,
        'Good master slides that colleagues cannot easily break. The icons were a little generic.',
        207,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'poster-design',
    rows: [
      [
        'Milica Jovanović',
        'milica.j@example.net',
        5,
        'The jazz festival poster got stolen from three bus shelters. I take that as a review.',
        58,
      ],
      [
        'Ewan Galbraith',
        'ewan.galbraith@example.com',
        null,
        'Tell them where it will hang. Ours is read from across two railway tracks, and the date was enlarged for exactly that.',
        321,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'packaging-&-label-design',
    rows: [
      [
        'Chiara Montanari',
        'chiara.montanari@example.org',
        5,
        'Three olive oil labels, all legal text in two languages, and still room to breathe. Dieline matched the bottle.',
        47,
      ],
      [
        'Desmond Achebe',
        'd.achebe@example.com',
        3,
        'Lovely front of pack. The nutrition table needed two corrections on our side before it could be printed.',
        252,
      ],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'book-covers',
    rows: [
      [
        'Harriet Blythe',
        'harriet.blythe@example.com',
        5,
        'A crime cover that does not look like every other crime cover, and it still works at thumbnail size.',
        22,
      ],
      [
        'Nikos Papadakis',
        'nikos.papadakis@example.net',
        4,
        'Happy with the front. The back cover text was set rather small until I asked.',
        133,
      ],
      ['Sunita Thapa', 'sunita.thapa@example.org', 5, null, 410],
    ],
  },
  {
    section: 'graphics',
    service_slug: 'thumbnails-design',
    rows: [
      [
        'Marcus Adeyemi',
        'marcus.adeyemi@example.com',
        4,
        'Clicks went up a little on the older videos after I swapped the pictures. Worth it at this price.',
        37,
      ],
      [
        'Zuzana Horáková',
        'zuzana.h@example.net',
        2,
        'Face cut out well, but the text was in English although the channel is Czech. Had to ask twice.',
        195,
      ],
    ],
  },
  // Business Services
  {
    section: 'business',
    service_slug: 'market-research',
    rows: [
      [
        'Ana Lucía Restrepo',
        'analucia.restrepo@example.com',
        5,
        'Told us politely that our second market was not one. The interviews with distributors paid for the whole report.',
        61,
      ],
      [
        'Jonathan Feld',
        'jfeld@example.org',
        4,
        'Sound method, sources listed, limits admitted. I wanted more on pricing.',
        277,
      ],
    ],
  },
  {
    section: 'business',
    service_slug: 'business-plans',
    rows: [
      [
        'Kwabena Osei',
        'kwabena.osei@example.net',
        5,
        'The bank asked for two figures and both were already in the appendix. The loan was approved at the first meeting.',
        105,
      ],
      [
        'Silvia Pereira',
        'silvia.pereira@example.com',
        3,
        'Good text and a working cash-flow model. The competitor section was thin for a town of our size.',
        330,
      ],
    ],
  },
  {
    section: 'business',
    service_slug: 'project-management',
    rows: [
      [
        'Annika Sjöberg',
        'annika.sjoberg@example.org',
        5,
        'Weekly note on one page: done, next, at risk. After three months of warehouse move I had no surprises left.',
        91,
      ],
    ],
  },
  {
    section: 'business',
    service_slug: 'lead-generation',
    rows: [
      [
        'Brett Callahan',
        'brett.callahan@example.com',
        2,
        'Plenty of names in the first month, few of them in our size range. Better after we narrowed the filter together, but that month was gone.',
        79,
      ],
      [
        'Shira Goldberg',
        'shira.goldberg@example.net',
        4,
        'Eleven real conversations in six weeks, three proposals out. They stop when somebody says no, which I appreciate.',
        214,
      ],
    ],
  },
  {
    section: 'business',
    service_slug: 'customer-care',
    rows: [
      [
        'Oluwaseun Adeleke',
        'seun.adeleke@example.com',
        5,
        'My day used to start with two hundred unread mails. Now it starts with four escalations and a cup of tea.',
        28,
      ],
      ['Pauline Marchetti', 'pauline.m@example.org', 4, null, 169],
    ],
  },
  {
    section: 'business',
    service_slug: 'copyright-registration',
    rows: [
      [
        'Leilani Kahananui',
        'leilani.k@example.com',
        5,
        'My song is registered with all four co-writers named correctly. I had put this off for six years.',
        55,
      ],
      [
        'Dmitri Volkov',
        'd.volkov@example.net',
        null,
        'The form was filed within days; the certificate itself takes the office months. They said so at the start, so no complaint.',
        298,
      ],
    ],
  },
  // Digital Marketing
  {
    section: 'digital',
    service_slug: 'video-marketing',
    rows: [
      [
        'Camille Rousseau',
        'camille.rousseau@example.com',
        4,
        'Clear plan of what to post where. We stopped wasting our films on the wrong channel.',
        126,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'e-commerce-marketing',
    rows: [
      [
        'Farid Mansouri',
        'farid.mansouri@example.org',
        5,
        'They began with the product feed instead of the adverts. Half of our items had been rejected without our knowing.',
        44,
      ],
      [
        'Julia Hartwig',
        'julia.hartwig@example.com',
        3,
        'Decent results on the lamps, none on the furniture. Reports were easy to read at least.',
        238,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'email-marketing',
    rows: [
      [
        'Rosalind Kerr',
        'rosalind.kerr@example.net',
        5,
        'Cleaned a list of nine thousand, lost a third of it, and sold more than before.',
        70,
      ],
      ['Emre Yıldız', 'emre.yildiz@example.com', 4, null, 287],
    ],
  },
  {
    section: 'digital',
    service_slug: 'community-boosting',
    rows: [
      [
        'Siobhan Delaney',
        'siobhan.delaney@example.com',
        4,
        'For a craft page that had gone quiet it was a start. The poll drew more answers than a year of our own posts.',
        10,
      ],
      [
        'Tamika Jefferson',
        'tamika.jefferson@example.com',
        3,
        'Good prompts and quick replies. A week is short, though, and afterwards it went quiet again.',
        17,
      ],
      [
        'Arjun Malhotra',
        'arjun.malhotra@example.org',
        1,
        'The prompts could have been for any shop at all, and on two of the seven days nobody answered the comments.',
        152,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'marketing-advice',
    rows: [
      [
        'Birgitta Holm',
        'birgitta.holm@example.net',
        5,
        'Asked what our best customers have in common. Nobody here could answer, and that became the plan.',
        201,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'music-promotion',
    rows: [
      [
        'Caio Figueiredo',
        'caio.figueiredo@example.com',
        4,
        'Two blogs and a local radio play for the single. Small steps, but real ones, and no fake streams.',
        83,
      ],
      [
        'Saoirse Nolan',
        'saoirse.nolan@example.org',
        null,
        'They told me which of the four tracks to lead with and why. It was not the one I would have picked.',
        360,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'podcast-marketing',
    rows: [
      [
        'Geoffrey Mwangi',
        'g.mwangi@example.com',
        4,
        'Guest swaps with two shows of our size brought more listeners than a year of posting.',
        146,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'mobile-app-marketing',
    rows: [
      [
        'Hana Kučerová',
        'hana.kucerova@example.net',
        5,
        'New store screenshots and a rewritten listing. Installs from search are up by about a fifth.',
        112,
      ],
    ],
  },
  {
    section: 'digital',
    service_slug: 'self-publish-your-book',
    rows: [
      [
        'Margaret Okonjo',
        'margaret.okonjo@example.com',
        5,
        'At seventy-one I have a book out, in my own name and in my own account. Every step was explained.',
        31,
      ],
      [
        'Philippe Lacroix',
        'philippe.lacroix@example.org',
        4,
        'Good guidance on trim size and pricing. The choice of categories could have been discussed more.',
        245,
      ],
    ],
  },
  // Music & Audio
  {
    section: 'music',
    service_slug: 'voice-over',
    rows: [
      [
        'Daniela Vogt',
        'daniela.vogt@example.com',
        5,
        'Warm, unhurried, and she pronounced all nineteen medicine names correctly at the first take.',
        3,
      ],
      [
        'Isaac Mensah',
        'isaac.mensah@example.org',
        5,
        'Three short auditions to choose from, then the full script the next afternoon. Clean recording, no room noise.',
        35,
      ],
      [
        'Ruth Abramson',
        'ruth.abramson@example.net',
        4,
        'Very good read. I had to send one sentence back because the stress changed its meaning; redone within hours.',
        76,
      ],
      [
        'Thabo Molefe',
        'thabo.molefe@example.com',
        null,
        'Used for our phone menu. Callers have stopped pressing zero straight away.',
        131,
      ],
      [
        'Giulia Santoro',
        'giulia.santoro@example.org',
        3,
        'Fine voice, but the pace was too quick for a safety course. The slower version is what we kept.',
        188,
      ],
      ['Liam Fairweather', 'liam.fairweather@example.com', 5, null, 259],
      [
        'Noémie Caron',
        'noemie.caron@example.net',
        5,
        'Quebec French, not Paris French, exactly as asked. Files were named scene by scene.',
        402,
      ],
    ],
  },
  {
    section: 'music',
    service_slug: 'podcast-production',
    rows: [
      [
        'Adaeze Eze',
        'adaeze.eze@example.com',
        5,
        'Two hosts on two continents and it sounds like one room. My umms are gone, my jokes were spared.',
        49,
      ],
      [
        'Viktor Halvorsen',
        'viktor.halvorsen@example.org',
        4,
        'Reliable every week. The music bed was a touch loud under the introduction at first.',
        222,
      ],
    ],
  },
  {
    section: 'music',
    service_slug: 'audiobook-production',
    rows: [
      [
        'Eleanor Whitcombe',
        'e.whitcombe@example.net',
        5,
        'The narrator sent a list of place names to check before recording. Accepted by the retailer without a note on levels.',
        100,
      ],
      [
        'Jorge Quiroga',
        'jorge.quiroga@example.com',
        2,
        'Performance good, but two chapters were in the wrong order in the delivered files and I only found out from a listener.',
        315,
      ],
    ],
  },
  // Programming & Tech
  {
    section: 'programming',
    service_slug: 'website-development',
    rows: [
      [
        'Kerstin Ahlgren',
        'kerstin.ahlgren@example.com',
        5,
        'Five pages for our veterinary practice, online in two weeks. Phone calls have halved because the contact form simply works.',
        2,
      ],
      [
        'Joaquín Beltrán',
        'joaquin.beltran@example.org',
        4,
        'Fast site, tidy code, our own domain and hosting. I needed some help to change the opening hours the first time.',
        24,
      ],
      [
        'Wanjiru Kamau',
        'wanjiru.kamau@example.net',
        5,
        'Loads on a weak connection outside Nakuru. That was the brief and they met it.',
        57,
      ],
      [
        'Peter Szabó',
        'peter.szabo@example.com',
        3,
        'The result is good, yet the contact form went to the wrong address for three days after launch.',
        93,
      ],
      ['Aroha Tamihana', 'aroha.tamihana@example.org', 5, null, 137],
      [
        'Colin MacPherson',
        'colin.macpherson@example.com',
        null,
        'Send your texts and pictures before the start. We did not, and the delay was ours alone.',
        199,
      ],
      [
        'Divya Nair',
        'divya.nair@example.net',
        5,
        'They asked who would keep it up to date and built it for her, not for me. She has not called them once.',
        281,
      ],
      [
        'Laurent Thibault',
        'l.thibault@example.com',
        4,
        'Simple, legible, quick. The colours took two rounds.',
        455,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'website-maintenance',
    rows: [
      [
        'Ursula Kern',
        'ursula.kern@example.com',
        5,
        'Updates happen at night, and every month I get a short list of what was done. A broken payment plugin was found before any customer saw it.',
        66,
      ],
      ['Babak Rostami', 'babak.rostami@example.org', 4, null, 224],
    ],
  },
  {
    section: 'programming',
    service_slug: 'wordpress',
    rows: [
      [
        'Shanice Campbell',
        'shanice.campbell@example.net',
        5,
        'Moved from a page builder to proper blocks. Editing a page no longer needs a prayer.',
        39,
      ],
      [
        'Frank Oosterhuis',
        'frank.oosterhuis@example.com',
        3,
        'Theme is fine. I counted eleven plugins and would have preferred fewer, though each had its reason in the notes.',
        164,
      ],
      [
        'Nadia Benali',
        'nadia.benali@example.org',
        4,
        'All old links redirect correctly after the move, which was what I feared most.',
        372,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'portfolio',
    rows: [
      [
        'Ximena Orozco',
        'ximena.orozco@example.com',
        5,
        'My photographs open full width without being cropped to death. Two galleries have written since.',
        118,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'web-applications',
    rows: [
      [
        'Gunnar Eriksen',
        'gunnar.eriksen@example.net',
        4,
        'Replaced the shared spreadsheet our eleven fitters used for jobs. Offline mode would be my next wish.',
        180,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'scripting',
    rows: [
      [
        'Misaki Ono',
        'misaki.ono@example.com',
        5,
        'Renames, sorts and archives our scans every evening. Has a dry-run switch and a log, as it should.',
        29,
      ],
      [
        'Curtis Wainwright',
        'curtis.wainwright@example.org',
        4,
        'Does the job. The readme assumed I knew what cron was.',
        254,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'plugins-development',
    rows: [
      [
        'Ingrid Solheim',
        'ingrid.solheim@example.com',
        5,
        'A shipping rule no existing plugin could express. It survived two shop updates without trouble.',
        209,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'mobile-app-development',
    rows: [
      [
        'Ademola Fashola',
        'ademola.fashola@example.net',
        4,
        'The store accepted the app at the first review. Push messages were added late but they work.',
        87,
      ],
      [
        'Beatriz Monteiro',
        'beatriz.monteiro@example.com',
        5,
        'They talked me out of half the features. The half that is left is what our members use daily.',
        340,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'support-&-it',
    rows: [
      [
        'Alistair Crombie',
        'alistair.crombie@example.org',
        4,
        'Answers within the hour, in words the office understands.',
        144,
      ],
    ],
  },
  {
    section: 'programming',
    service_slug: 'convert-files',
    rows: [
      [
        'Teuila Faleolo',
        'teuila.faleolo@example.com',
        5,
        'Eighteen WordPerfect files from the nineties, footnotes intact. I had been told it could not be done.',
        53,
      ],
      ['Grzegorz Nowicki', 'g.nowicki@example.net', 5, null, 270],
    ],
  },
  // Video & Animation
  {
    section: 'video',
    service_slug: 'video-editing',
    rows: [
      [
        'Lerato Dlamini',
        'lerato.dlamini@example.com',
        5,
        'Ninety minutes of a noisy conference became five that people share. The applause between speakers was cut just right.',
        4,
      ],
      [
        'Sebastian Krol',
        'sebastian.krol@example.org',
        5,
        'Two cameras that never matched now look like one. Grade is natural, faces look like faces.',
        21,
      ],
      [
        'Melissa Trujillo',
        'melissa.trujillo@example.net',
        4,
        'Very good cut. I asked for calmer music in the first round and got it in the second.',
        45,
      ],
      ['Hiroshi Kanda', 'hiroshi.kanda@example.com', 5, null, 68],
      [
        'Fiona Cavanagh',
        'fiona.cavanagh@example.org',
        2,
        'Our founder’s surname was misspelled in the lower third, and again in the corrected version. The editing itself was all right.',
        109,
      ],
      [
        'Youssef Tazi',
        'youssef.tazi@example.com',
        null,
        'Write down the three sentences that must stay in before you send the footage. It saved us a round.',
        149,
      ],
      [
        'Brigid Amankwah',
        'brigid.amankwah@example.net',
        5,
        'They rescued the sound of an interview filmed beside a fountain. I can still not hear the fountain.',
        205,
      ],
      [
        'Pavel Dvořák',
        'pavel.dvorak@example.com',
        4,
        'On time, files clearly named, and the web copy plays everywhere.',
        293,
      ],
      [
        'Grace Halloran',
        'grace.halloran@example.org',
        5,
        'They cut my favourite shot and were right to.',
        430,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'subtitles-&-captions',
    rows: [
      [
        'Marit Haugen',
        'marit.haugen@example.com',
        5,
        'Lines break where a speaker would breathe. Our deaf colleagues say these are the first captions they did not have to correct in their heads.',
        8,
      ],
      [
        'Antonio Bellini',
        'antonio.bellini@example.net',
        4,
        'Good timing throughout. Two product names were off because I had forgotten the glossary.',
        50,
      ],
      [
        'Chipo Moyo',
        'chipo.moyo@example.org',
        5,
        'SRT and burned-in copy of a 52-minute documentary, ready for the festival deadline.',
        98,
      ],
      ['Heather Lindgren', 'heather.lindgren@example.com', 5, null, 172],
      [
        'Rashid Karimov',
        'rashid.karimov@example.net',
        3,
        'Accurate, but the first file drifted half a second at the end because of a frame-rate mix-up. Put right the same day.',
        240,
      ],
      [
        'Solène Guichard',
        'solene.guichard@example.com',
        null,
        'We put the transcript on the course page as well. Students search it more than they watch.',
        351,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'animated-explainers',
    rows: [
      [
        'Norah Fitzgerald',
        'norah.fitzgerald@example.com',
        5,
        'Explains heat pumps in sixty seconds without a single cartoon handshake. The script stage was the real work.',
        26,
      ],
      [
        'Dariusz Pietrzak',
        'd.pietrzak@example.org',
        4,
        'Storyboard made it easy to catch mistakes early. The voice was our second choice, but fine.',
        216,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'logo-animation',
    rows: [
      [
        'Keanu Makoa',
        'keanu.makoa@example.net',
        5,
        'Four seconds, and everyone in the meeting asked to see it again.',
        81,
      ],
      [
        'Elif Demirtaş',
        'elif.demirtas@example.com',
        4,
        'Nice movement and a sound that is ours. We needed one more round for the landing.',
        261,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'lottie-&-web-animation',
    rows: [
      [
        'Oskar Lehtonen',
        'oskar.lehtonen@example.org',
        5,
        'JSON of 38 KB, markers named as in our code, still frame for reduced motion. Merged the same day.',
        124,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'social-media-videos',
    rows: [
      [
        'Precious Ndlovu',
        'precious.ndlovu@example.com',
        4,
        'Five clips from one long podcast, and they found the good bits without my list.',
        15,
      ],
      [
        'Vincent Arnaud',
        'vincent.arnaud@example.net',
        3,
        'Clips are fine, captions a bit too lively for a law firm. Calmer style supplied on request.',
        190,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'screencasting-videos',
    rows: [
      [
        'Tomasz Wilk',
        'tomasz.wilk@example.com',
        5,
        'Support tickets about the export screen dropped from daily to once a week.',
        155,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'book-trailers',
    rows: [
      [
        'Imogen Ashdown',
        'imogen.ashdown@example.org',
        4,
        'Kept the secret of chapter nine and still made my sister buy the book.',
        283,
      ],
    ],
  },
  {
    section: 'video',
    service_slug: 'real-estate-promos',
    rows: [
      [
        'Marisol Vega',
        'marisol.vega@example.com',
        5,
        'The unbranded cut went straight into the listing service. Windows are no longer white holes.',
        107,
      ],
    ],
  },
  // Writing & Translation
  {
    section: 'writing',
    service_slug: 'articles-&-blog-posts',
    rows: [
      [
        'Bettina Scholz',
        'bettina.scholz@example.com',
        5,
        'The writer rang our brewer, listened for half an hour and came back with a piece he is proud of.',
        5,
      ],
      [
        'Emeka Obi',
        'emeka.obi@example.net',
        4,
        'Well sourced and easy to read. I softened a few sentences that were more opinionated than our board likes.',
        36,
      ],
      ['Sarah Lindholm', 'sarah.lindholm@example.org', 5, null, 72],
      [
        'Rodrigo Salas',
        'rodrigo.salas@example.com',
        3,
        'Solid article, but the first outline covered what everyone else has already written. The second one had an angle.',
        114,
      ],
      [
        'Akua Boateng',
        'akua.boateng@example.net',
        5,
        'A figure I have quoted for years turned out to come from a press release of 2009. They found out, I did not.',
        177,
      ],
      [
        'Dominic Reyes',
        'dominic.reyes@example.com',
        null,
        'Answer the tone questions honestly. Ours came back sounding like us on a good day.',
        248,
      ],
      [
        'Ljubica Petrović',
        'ljubica.petrovic@example.org',
        4,
        'Two posts on soil testing that farmers actually read to the end.',
        395,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'proofreading-&-editing',
    rows: [
      [
        'Hannah Steinberg',
        'hannah.steinberg@example.com',
        5,
        'Found that table 4 and the text beside it disagreed. Three of us had read it and nobody had seen it.',
        7,
      ],
      [
        'Rajesh Iyer',
        'rajesh.iyer@example.org',
        5,
        'Sixty pages of tender in tracked changes, with a style sheet we still use.',
        43,
      ],
      [
        'Catarina Lopes',
        'catarina.lopes@example.net',
        4,
        'Careful with my voice, strict with my commas. Came back a day later than promised.',
        102,
      ],
      ['Malik Thornton', 'malik.thornton@example.com', 5, null, 166],
      [
        'Sigrún Jónsdóttir',
        'sigrun.jonsdottir@example.org',
        4,
        'English is my third language and my thesis no longer shows it. Every query was explained.',
        235,
      ],
      [
        'Walter Brandt',
        'walter.brandt@example.com',
        2,
        'Several spellings were changed to British although the journal requires American. It was in my notes.',
        312,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'book-editing',
    rows: [
      [
        'Octavia Lowell',
        'octavia.lowell@example.com',
        5,
        'Nine pages of letter, all of it about my book and none of it about books in general. Chapter two is gone and nobody misses it.',
        64,
      ],
      [
        'Enrique Palacios',
        'enrique.palacios@example.net',
        4,
        'Hard to read on the first evening, right on the second.',
        306,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'blurb',
    rows: [
      [
        'Yetunde Alabi',
        'yetunde.alabi@example.org',
        5,
        'I wrote 400 pages and could not write these 180 words. They could.',
        90,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'republication',
    rows: [
      [
        'Clive Pemberton',
        'clive.pemberton@example.com',
        5,
        'My 1994 walking guide is back in print. They found the reversion clause I had never noticed.',
        160,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'translation',
    rows: [
      [
        'Mirjam Keller',
        'mirjam.keller@example.com',
        5,
        'German to Portuguese, a machine manual with 300 warnings. Our Lisbon engineer had no corrections, and he always has corrections.',
        11,
      ],
      [
        'Sanjay Deshmukh',
        'sanjay.deshmukh@example.net',
        4,
        'Exact on the contract terms. The price was known to the cent beforehand.',
        129,
      ],
      ['Valentina Rossi', 'valentina.rossi@example.org', 4, null, 335],
    ],
  },
  {
    section: 'writing',
    service_slug: 'transcription',
    rows: [
      [
        'Patrick Mulvihill',
        'patrick.mulvihill@example.com',
        4,
        'Four men from Kerry talking at once, and each is named. Unclear words were marked rather than invented.',
        59,
      ],
      [
        'Asha Venkatesan',
        'asha.venkatesan@example.org',
        5,
        'Full verbatim for my fieldwork interviews, pauses and all.',
        227,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'product-descriptions',
    rows: [
      [
        'Renske Vermeulen',
        'renske.vermeulen@example.net',
        4,
        'Twelve tents, and you can finally tell them apart. Import file went in without errors.',
        85,
      ],
      [
        'Goran Babić',
        'goran.babic@example.com',
        null,
        'They asked for our return reasons first. Clever, because that is what people want to know before buying.',
        500,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'resume-writing',
    rows: [
      [
        'Latisha Greene',
        'latisha.greene@example.com',
        5,
        'Twenty years of nursing on two pages, with numbers I had never thought to count. Three interviews so far.',
        18,
      ],
      [
        'Andrei Popescu',
        'andrei.popescu@example.org',
        3,
        'Good content. I found the layout plain, although I now know that is on purpose.',
        219,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'speechwriting',
    rows: [
      [
        'Teresa Albuquerque',
        'teresa.albuquerque@example.net',
        5,
        'A eulogy for my father in three days. He would have laughed at the right places, and so did everyone.',
        151,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'press-releases',
    rows: [
      [
        'Jasper van Wyk',
        'jasper.vanwyk@example.org',
        4,
        'They said our anniversary was not news but our repair statistics were. Two trade papers agreed.',
        103,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'technical-writing',
    rows: [
      [
        'Linnea Forsberg',
        'linnea.forsberg@example.com',
        5,
        'Following our own setup on a clean machine, the writer found a missing package in the first ten minutes.',
        184,
      ],
    ],
  },
  {
    section: 'writing',
    service_slug: 'grant-proposals',
    rows: [
      [
        'Mosese Tuilagi',
        'mosese.tuilagi@example.net',
        5,
        'We did not win, and the assessors’ comments were still the kindest we have had. Applying again with the same text, a year on.',
        263,
      ],
    ],
  },
];

/** The reviews a demo installation starts with. */
export const DEMO_REVIEWS: readonly DemoReview[] = BY_SERVICE.flatMap(
  ({ section, service_slug, rows }) =>
    rows.map(([name, email, rating, text, daysAgo]) => ({
      section,
      service_slug,
      name,
      email,
      rating,
      text,
      daysAgo,
    })),
);
