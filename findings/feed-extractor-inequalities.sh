#!/bin/sh
# feed-extractor 8.0.3 takes the plain text of an abstract for HTML. In arXiv's Atom a summary has no type, so by
# RFC 4287 (3.1.1) it is text, and "n&lt;m" says n<m. The program decodes it and then removes tags: what stands between
# a "<" and the next ">" is gone, with blanks around the signs or without, though it may be half a theorem. What is left
# reads on as a sentence and says something else: "n<m and every k>5" becomes n5. The title with the same text is whole,
# and so is the summary of rss-parser 3.13.0 and feedsmith 3.0.1.
# Seen with Node.js 20:
#   written          For $n<m$ and every $k>5$ the bound 0.1<z<3 holds, with a<b and c>d.
#   feed-extractor   For $n5$ the bound 0.1d.
# The script fails if this changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error \
  @extractus/feed-extractor@8.0.3 rss-parser@3.13.0 feedsmith@3.0.1 >/dev/null
cat > feed.mjs <<'NODE'
import { extractFromXml } from "@extractus/feed-extractor";
import Parser from "rss-parser";
import { parseFeed } from "feedsmith";

const summary = "For $n<m$ and every $k>5$ the bound 0.1<z<3 holds, with a<b and c>d.";
const spaced = "For $n < m$ and every $k > 5$ it holds.";
const feed = (text) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>http://arxiv.org/api/query</id>
  <title>arXiv Query</title>
  <updated>2024-01-02T00:00:00Z</updated>
  <entry>
    <id>http://arxiv.org/abs/2401.00001v1</id>
    <title>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</title>
    <updated>2024-01-01T00:00:00Z</updated>
    <published>2024-01-01T00:00:00Z</published>
    <summary>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</summary>
    <author><name>Ann Smith</name></author>
    <link href="http://arxiv.org/abs/2401.00001v1" rel="alternate" type="text/html"/>
  </entry>
</feed>`;

const extracted = (text) => extractFromXml(feed(text)).entries[0];
const found = {
  description: extracted(summary).description,
  title: extracted(summary).title,
  spaced: extracted(spaced).description,
  "rss-parser": (await new Parser().parseString(feed(summary))).items[0].summary,
  feedsmith: parseFeed(feed(summary)).feed.entries[0].summary.value,
};
const seen = {
  description: "For $n5$ the bound 0.1d.",
  title: summary,
  spaced: "For $n  5$ it holds.",
  "rss-parser": summary,
  feedsmith: summary,
};
let changed = false;
for (const [key, text] of Object.entries(found)) {
  console.log(key.padEnd(12), text);
  changed ||= text !== seen[key];
}
if (changed) console.error("the outputs have changed");
process.exit(changed ? 1 : 0);
NODE
node feed.mjs
