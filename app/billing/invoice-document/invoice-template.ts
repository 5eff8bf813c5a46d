/**
 * The layout of invoices, in Typst. All texts come as data (`sys.inputs`) and are never part of the program, so nothing
 * that people type can be executed.
 */
export const INVOICE_TEMPLATE = String.raw`
#let page-data = json(bytes(sys.inputs.page))
#let fonts = json(bytes(sys.inputs.fonts))
#let is-rtl = page-data.direction == "rtl"
#let near = if is-rtl { right } else { left }
#let far = if is-rtl { left } else { right }
#let ink = rgb("#1b1f24")
#let muted = rgb("#5a6470")
#let rule-color = rgb("#c9d0d8")
#let tint = rgb("#f3f5f7")
#let dir-of(name) = if name == "rtl" { rtl } else { ltr }
// Words longer than their column break after any letter. A zero-width space would be copied with the text.
#let breakable(value) = value.split(" ").map(word => if word.len() > 24 {
  word.clusters().map(letter => [#letter]).join(h(0pt)) } else { [#word] }).join([ ])
#let own(value) = text(dir: dir-of(value.direction), breakable(value.text))

#set document(title: page-data.title, author: page-data.shop.text, date: auto)
#set text(font: fonts, size: 9.5pt, fill: ink, lang: page-data.language,
  dir: if is-rtl { rtl } else { ltr }, fallback: false, hyphenate: false,
  top-edge: 0.8em, bottom-edge: -0.2em)
#set par(leading: 0.35em, spacing: 0.35em)
#let page-number = context {
  for part in page-data.pageNumber {
    if "text" in part { part.text } else if part.count == "page" { counter(page).display() } else {
      str(counter(page).final().first()) }
  }
}
#set page(
  paper: "a4",
  margin: (x: 20mm, top: 20mm, bottom: 24mm),
  header: context if counter(page).get().first() > 1 {
    set text(size: 8pt, fill: muted)
    grid(columns: (1fr, auto), align: (near, far), own(page-data.shop), page-data.title)
  },
  footer: {
    set text(size: 8pt, fill: muted)
    line(length: 100%, stroke: 0.5pt + rule-color)
    v(1mm)
    grid(columns: (1fr, auto), column-gutter: 6mm, align: (near, far), own(page-data.shop), page-number)
  },
)
#show heading: set text(weight: "bold")
#show heading.where(level: 1): set text(size: 20pt)
#show heading.where(level: 2): it => block(below: 1.6mm, text(size: 8pt, weight: "bold", fill: muted, it.body))

#grid(
  columns: (1fr, auto), column-gutter: 8mm, align: (near + horizon, far + horizon),
  if sys.inputs.logo == "yes" {
    context {
      let high = image("/logo.png", height: 16mm, alt: page-data.logoDescription)
      if measure(high).width <= 60mm { high } else {
        image("/logo.png", width: 60mm, alt: page-data.logoDescription)
      }
    }
  } else { text(size: 14pt, weight: "bold", own(page-data.shop)) },
  heading(level: 1, page-data.name),
)
#v(9mm)

#let party(who) = {
  set align(near)
  heading(level: 2, who.heading)
  block(below: 1.4mm, text(weight: "bold", own(who.name)))
  for line in who.lines { block(spacing: 1mm, own(line)) }
  if who.taxNumber != "" { block(above: 1.6mm, text(fill: muted, breakable(who.taxNumber))) }
}
#grid(
  columns: (1fr, 1fr, 62mm), column-gutter: 7mm,
  party(page-data.seller), party(page-data.buyer),
  block(fill: tint, inset: 3.5mm, radius: 1.5mm, width: 100%, {
    for fact in page-data.facts {
      block(spacing: 2mm, {
        set align(near)
        text(size: 8pt, fill: muted, fact.label)
        linebreak()
        text(weight: "bold", breakable(fact.value))
      })
    }
  }),
)
#v(8mm)

#let keys = ("title", "quantity", "price", "discount", "tax", "net").filter(key => key in page-data.columns)
#let widths = (title: 1fr, quantity: auto, price: auto, discount: auto, tax: auto, net: auto)
#let sides = keys.map(key => if key == "title" { near } else { far })
#{
  set text(size: 9pt)
  table(
    columns: keys.map(key => widths.at(key)),
    align: (x, y) => sides.at(x) + if y == 0 { bottom } else { top },
    stroke: none,
    inset: (x, y) => (
      left: if x == 0 and not is-rtl { 0mm } else { 2mm },
      right: if x == 0 and is-rtl { 0mm } else { 2mm }, top: 2.1mm, bottom: 2.1mm),
    table.header(
      repeat: true,
      ..keys.map(key => table.cell(text(size: 8pt, weight: "bold", fill: muted, page-data.columns.at(key)))),
      table.hline(stroke: 0.8pt + ink),
    ),
    ..page-data.rows.map(row => (
      ..keys.map(key => table.cell(breakable: false, if key == "title" {
        own(row.title)
        for option in row.options { block(above: 1mm, text(size: 8pt, fill: muted, own(option))) }
      } else { row.at(key) })),
      table.hline(stroke: 0.4pt + rule-color),
    )).flatten(),
  )
}
#v(4mm)

#block(breakable: false, width: 100%, {
  grid(
    columns: (1fr, 105mm),
    [],
    table(
      columns: (1fr, auto), align: (near, far), stroke: none,
      inset: (x: 2mm, y: 1.6mm),
      ..page-data.totals.map(total => {
        let show-it = body => if total.weight == "normal" { body } else {
          text(weight: "bold", size: if total.weight == "due" { 12pt } else { 9.5pt }, body) }
        let fill = if total.weight == "due" { tint } else { none }
        let above = if total.weight == "strong" { (table.hline(stroke: 0.8pt + ink),) } else { () }
        (..above, table.cell(fill: fill, show-it(total.label)), table.cell(fill: fill, show-it(total.value)))
      }).flatten(),
    ),
  )
})
#v(6mm)
#if page-data.payment.len() > 0 {
  block(breakable: false, below: 6mm, {
    for line in page-data.payment { block(spacing: 1mm, own(line)) }
  })
}
#{
  set text(size: 8.5pt, fill: muted)
  for note in page-data.notes { block(spacing: 1.8mm, note) }
}
#if sys.inputs.data == "yes" {
  pdf.attach("/factur-x.xml", relationship: "alternative", mime-type: "text/xml",
    description: "EN 16931 invoice data (Factur-X)")
}
`;
