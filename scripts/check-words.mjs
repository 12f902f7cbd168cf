// Finds text for people that is written in a component instead of locales/*.json. Usage: node scripts/check-words.mjs
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const src = join(import.meta.dirname, "../web/src");
const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|heading|hint)$/;
const said = /^(toast|alert|confirm|prompt)$/;
const letters = /\p{L}{2}/u;
/** Whether the text is a key of the locales and not prose. */
const isKey = (text) => /^[a-z][\w-]*(\.[\w-]+)+$/i.test(text);

const problems = [];
for (const file of globSync("**/*.{ts,tsx}", { cwd: src })) {
  if (/\.(test|gen)\.tsx?$/.test(file)) continue;
  const source = ts.createSourceFile(file, readFileSync(join(src, file), "utf8"), ts.ScriptTarget.Latest, true);
  const report = (node, text) => {
    const words = text.trim();
    if (!letters.test(words) || isKey(words)) return;
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`web/src/${file}:${line + 1}:${character + 1} ${JSON.stringify(words)}`);
  };
  /** Reports every text that an expression can return: literals, both branches of a condition, parts of a template. */
  const texts = (node) => {
    if (ts.isStringLiteralLike(node)) report(node, node.text);
    else if (ts.isTemplateExpression(node))
      for (const part of [node.head, ...node.templateSpans.map((s) => s.literal)]) report(part, part.text);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(texts);
    else if (ts.isParenthesizedExpression(node)) texts(node.expression);
    else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      if (
        operator === ts.SyntaxKind.PlusToken ||
        operator === ts.SyntaxKind.BarBarToken ||
        operator === ts.SyntaxKind.QuestionQuestionToken
      )
        texts(node.left);
      texts(node.right);
    }
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) texts(node.expression);
    if (ts.isJsxAttribute(node) && spoken.test(node.name.getText()) && node.initializer) {
      texts(
        ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node.initializer) : node.initializer,
      );
    }
    if (ts.isCallExpression(node) && said.test(node.expression.getText())) {
      for (const argument of node.arguments) {
        if (!ts.isObjectLiteralExpression(argument)) texts(argument);
        else
          for (const p of argument.properties)
            if (ts.isPropertyAssignment(p) && spoken.test(p.name.getText())) texts(p.initializer);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`words outside locales: ${problems.length}\n`);
process.exit(problems.length ? 1 : 0);
