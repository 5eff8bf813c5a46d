import type { ServiceRecord } from '../service.ts';

export const graphics: readonly ServiceRecord[] = [
  {
    title: 'Industrial & Product Design',
    area: 'product-gaming',
    price: { amount: 475_000, currency: 'USD', unit: 'flat' },
    summary: 'From first sketch to production-ready form.',
    description:
      'Bring the brief, the constraints and any mechanism that has to fit inside. We start with three directions in sketch, take the chosen one through two rounds of refinement and build it in CAD with wall thicknesses, draft angles and parting lines considered. You receive STEP and native CAD files, a colour, material and finish specification, and four rendered views. One product of up to eight parts is covered; electronics, tooling drawings and physical prototypes are separate work.',
  },
  {
    title: 'Graphics for Streamers',
    area: 'product-gaming',
    price: { amount: 47_500, currency: 'USD', unit: 'flat' },
    summary: 'Overlays, panels and emotes for your channel.',
    description:
      'A matched set for one channel: starting, pause and ending screens, a webcam frame, four animated alerts, six info panels, an offline banner and five emotes. Stills arrive as layered PSD and PNG, alerts as WebM with a transparent background, emotes in the three sizes Twitch asks for, all sorted into folders that mirror your OBS scenes. Tell us the games you play, your colours and which streamers you do not want to resemble. One concept, two rounds of changes.',
  },
  {
    title: 'Trade Booth Design',
    area: 'product-gaming',
    price: { amount: 350_000, currency: 'USD', unit: 'flat' },
    summary: 'Stands that stop people in the aisle.',
    description:
      'Before drawing anything we read the organiser’s exhibitor manual: height limits, rigging points, power drops, and which sides are open. From there come two layout concepts for one stand of up to 36 square metres. The one you prefer is developed into 3D views, a dimensioned floor plan and elevations your stand builder can price from. Wall, counter and lightbox graphics follow as print PDFs at scale, with bleed and seams marked. Construction, hire furniture and freight stay with the builder.',
  },
  {
    title: 'Image Editing',
    area: 'visual-design',
    price: { amount: 8_000, currency: 'USD', unit: 'flat' },
    summary: 'Retouching, cut-outs and colour correction.',
    description:
      'Up to five photographs, cleaned up by hand: a cut-out on white with its natural shadow kept, dust and skin retouching, a cable or a passer-by removed, or a series matched so that the same jacket has the same colour in every shot. Send RAW, TIFF or the largest JPEG you have. Files come back as layered PSD plus web and print versions, and one round of corrections is included.',
  },
  {
    title: 'Presentation Design',
    area: 'visual-design',
    price: { amount: 70_000, currency: 'USD', unit: 'flat' },
    summary: 'Slides that carry the story for you.',
    description:
      'Send the deck you have, or the notes it should grow from; final wording is needed before layout starts. The price covers up to 20 slides in PowerPoint, Keynote or Google Slides: a master with real placeholders, redrawn charts that stay editable, icons and a sparing use of animation. Three sample slides settle the direction, then the rest is laid out and revised twice. At handover you also get a PDF for reading and a note on which fonts to install.',
  },
  {
    title: 'Infographic Design',
    area: 'visual-design',
    price: { amount: 34_000, currency: 'USD', unit: 'flat' },
    summary: 'Complex numbers, made plain at a glance.',
    description:
      'Every figure in the graphic can be traced to its source. You supply one set of data and the point it should make; we choose the charts, check that areas and axes do not flatter the numbers, and cut whatever does not help. A pencil wireframe comes first, because moving things around is cheap at that stage. After up to two revisions you get vector PDF and SVG, a tall PNG for articles and a square crop for social posts.',
  },
  {
    title: 'Resume Design',
    area: 'print-design',
    price: { amount: 23_500, currency: 'USD', unit: 'flat' },
    summary: 'A clear page that makes the case for an interview.',
    description:
      'This is layout and typography, not ghostwriting: bring finished text, two pages at most. We sort it into an order a recruiter can scan, set it in a readable typeface and keep the structure plain enough for applicant tracking systems, meaning real text, a single reading order and no tables posing as columns. Choose between two designs, then ask for one round of changes. You get a PDF, an editable Word file for later applications and a matching cover-letter page.',
  },
  {
    title: 'Flyer Design',
    area: 'print-design',
    price: { amount: 23_500, currency: 'USD', unit: 'flat' },
    summary: 'One offer and one next step, on both sides of a sheet.',
    description:
      'Double-sided, in A5, A6, DL or US half letter. A flyer has only a moment in the hand, so we settle the offer and the single action it asks for before the layout begins. You see two drafts of the front; the chosen one is completed with its reverse and corrected up to twice. Supply the wording, a vector logo and photographs you have the rights to. Handover is a CMYK PDF/X-4 with 3 mm bleed, a screen version and the open InDesign file.',
  },
  {
    title: 'Brochure Design',
    area: 'print-design',
    price: { amount: 57_500, currency: 'USD', unit: 'flat' },
    summary: 'Eight or twelve pages that people keep on the desk.',
    description:
      'We agree a page plan for eight or twelve saddle-stitched pages before designing any of them, so that text and pictures end up where a reader looks for them. Cover and one inner spread go to you for approval; after that we lay out the rest and correct it twice. Copy should be final and images 300 dpi at printed size. Stock pictures can be suggested, their licences are bought in your name. Delivered as print PDF, linked PDF for screens and packaged InDesign folder.',
  },
  {
    title: 'Poster Design',
    area: 'print-design',
    price: { amount: 31_500, currency: 'USD', unit: 'flat' },
    summary: 'One image, one message, read across a room.',
    description:
      'What should someone know after passing it at walking pace? We answer that first, then sketch three ideas and finish one, for a single format up to A0. Photographic or typographic artwork and two rounds of corrections are in the price; a bespoke illustration is not. Print files are PDF/X-4 with bleed, accompanied by a version for screens. Please send event details, sponsor logos as vectors and your printer’s specification.',
  },
  {
    title: 'Menu Design',
    area: 'print-design',
    price: { amount: 31_500, currency: 'USD', unit: 'flat' },
    summary: 'Dishes and drinks that guests find without asking.',
    description:
      'Food and drinks on up to four printed pages, arranged so that guests can find a dish and staff can point to it. Prices, allergens and dietary marks follow one system, and the text styles are built so that next season’s dishes drop in without a designer. Two directions to pick from, two correction rounds. We set your list as supplied, so have it proofread in every language. You receive a print PDF, a phone-sized PDF for a QR code, and an InDesign or Word file.',
  },
  {
    title: 'Invitation Design',
    area: 'print-design',
    price: { amount: 31_500, currency: 'USD', unit: 'flat' },
    summary: 'Cards, envelopes and inserts for the day that matters.',
    description:
      'For weddings, openings, anniversaries and company dinners: one card, its envelope, and a reply card or details insert. Pick one of two designs, then adjust wording, colour and paper in two rounds. If you plan foil, letterpress or blind embossing, we prepare separate artwork for each plate and warn you where fine lines will not hold. Print PDFs and a version for messaging are included; printing and postage are not.',
  },
  {
    title: 'Signage Design',
    area: 'print-design',
    price: { amount: 67_500, currency: 'USD', unit: 'flat' },
    summary: 'Signs people notice, and can read from afar.',
    description:
      'Fascia, projecting sign, door vinyl or wayfinding: up to three signs for one location. Letter height is worked out from the viewing distance and contrast from the light the sign will hang in, so please send straight-on photographs with one measured dimension. You see the design mounted in those photographs, comment twice, and receive vector artwork with sizes, fixing notes and RAL or Pantone references for the fabricator. Planning permission, landlord consent and installation remain with you or your sign maker.',
  },
  {
    title: 'Packaging & Label Design',
    area: 'packaging-covers',
    price: { amount: 120_000, currency: 'USD', unit: 'flat' },
    summary: 'Labels and boxes that hold their own on a crowded shelf.',
    description:
      'Send the blank dieline from your packaging supplier, the barcode number, the text the law requires and, for food or cosmetics, an ingredient list your compliance adviser has approved. For one product in one format, three front-of-pack concepts lead to a finished design with two correction rounds; two further flavours or sizes are included as text and colour variants. Files: layered Illustrator artwork, a PDF with separate cutting, varnish and white layers, and a rendered pack shot.',
  },
  {
    title: 'Book Design',
    area: 'packaging-covers',
    price: { amount: 175_000, currency: 'USD', unit: 'flat', note: 'per book' },
    summary: 'Interior layout and typography, ready for print.',
    description:
      'Sample spreads in two typographic directions settle the page: margins, text face, chapter openings, folios. After approval we set the whole manuscript, up to 320 pages and 40 images, and hunt down widows, rivers and bad breaks page by page. Corrections are made in two passes. The edited manuscript should arrive in Word with headings styled, pictures at print resolution. You receive a press-ready PDF to your printer’s specification and the packaged InDesign files. Cover and e-book conversion are ordered separately.',
  },
  {
    title: 'Book Covers',
    area: 'packaging-covers',
    price: { amount: 67_500, currency: 'USD', unit: 'flat' },
    summary: 'Front, spine and back, tested at thumbnail size.',
    description:
      'Working from a synopsis, a sample chapter and three covers you admire, we develop three ideas for the front and look at each at thumbnail size, where many readers will meet it first. The chosen one is refined twice, then extended to a full wrap once page count and paper, and therefore spine width, are known. For one edition you get the print PDF with bleed, an e-book JPEG, a flat for your website and licences for any stock image used.',
  },
  {
    title: 'Album Cover Design',
    area: 'packaging-covers',
    price: { amount: 57_500, currency: 'USD', unit: 'flat' },
    summary: 'Artwork for your release, on streams and on sleeves.',
    description:
      'Listen first, draw later: send the mixes, lyrics and credits, even if they are rough. Two visual ideas come back, one is worked up, and you have two rounds to adjust it. The package holds the 3,000 pixel square that distributors accept, a four-page CD booklet or a 12-inch sleeve on the pressing plant’s template, disc or label art and a banner for artist profiles. Barcode and parental advisory mark are placed where needed.',
  },
  {
    title: 'Social Media Design',
    area: 'marketing-design',
    price: { amount: 34_000, currency: 'USD', unit: 'flat' },
    summary: 'Post and story templates your team will keep using.',
    description:
      'Your own team fills these twelve templates, built in Figma or Canva: quotes, offers, announcements, carousels and stories, with the safe zones of each platform already marked. We begin with your last thirty posts, to see which formats you really publish. Profile and cover images for up to three networks come with the set, along with a one-page note on type, colour and picture treatment. You provide logo, fonts and brand colours. Two feedback rounds; captions and posting are yours.',
  },
  {
    title: 'Thumbnails Design',
    area: 'marketing-design',
    price: { amount: 5_300, currency: 'USD', unit: 'flat' },
    summary: 'Readable on a phone, and true to the video behind it.',
    description:
      'For a single video you get two versions, so that the platform’s own comparison test can replace guessing. Send the working title, a link to the cut and, if a face should appear, three or four sharp stills. We cut out, grade and set no more than five words of type, then check it at phone size, with the duration badge over its corner. Delivered at 1280 × 720 pixels, JPEG under 2 MB and layered PSD; one small correction is included.',
  },
  {
    title: 'Email Design',
    area: 'marketing-design',
    price: { amount: 34_000, currency: 'USD', unit: 'flat' },
    summary: 'A newsletter template that survives Outlook and dark mode.',
    description:
      'Your newsletter gets a reusable template of up to ten blocks, such as header, hero, article, product grid, quote and footer. It is designed in Figma, coded as table-based HTML and tested in Outlook, Gmail and Apple Mail, in dark mode and on narrow phones. Text stays live rather than baked into images, which helps screen readers and loading time. We hand over HTML, image assets and a version imported into Mailchimp, Klaviyo or Brevo. Count on two rounds for the design and one for the code.',
  },
  {
    title: 'Web Banners',
    area: 'marketing-design',
    price: { amount: 34_000, currency: 'USD', unit: 'flat' },
    summary: 'The same campaign, redrawn for every ad slot it has to fill.',
    description:
      'Your campaign in eight standard sizes, from 300 × 250 to 970 × 250 pixels, plus the square and landscape images that responsive display ads use. We design one master, agree it with you over two rounds, then adapt rather than shrink it: a skyscraper needs a different crop and fewer words. Choose JPEG, PNG or animated HTML5 with click tag, each under 150 KB and with at most 30 seconds of movement. Have the landing page, headline and any mandatory legal line ready.',
  },
];
