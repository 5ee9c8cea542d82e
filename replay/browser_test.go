//go:build browser

package replay

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rules2guards.local/replay/session"
)

var screenshot = flag.String("screenshot", "", "write a picture of the page to this file")

// browser is a headless Chromium that is spoken to over two pipes.
type browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	n       int
	session string
	trouble []string // errors, and what the content policy stopped
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	var bin string
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && name != "" {
			bin = p
			break
		}
	}
	if bin == "" {
		t.Fatal("no Chromium: scripts/chromium.sh installs one")
	}
	r1, w1, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r2, w2, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{r1, w2}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r1.Close()
	w2.Close()
	b := &browser{t: t, to: w1, from: bufio.NewReaderSize(r2, 1<<20)}
	t.Cleanup(func() {
		b.call("Browser.close", nil)
		w1.Close()
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
		}
		r2.Close()
	})
	var target struct {
		ID string `json:"targetId"`
	}
	b.into(b.call("Target.createTarget", obj{"url": "about:blank"}), &target)
	var attached struct {
		Session string `json:"sessionId"`
	}
	b.into(b.call("Target.attachToTarget", obj{"targetId": target.ID, "flatten": true}), &attached)
	b.session = attached.Session
	for _, m := range []string{"Page.enable", "Runtime.enable", "Log.enable"} {
		b.call(m, nil)
	}
	return b
}

func (b *browser) into(raw json.RawMessage, v any) {
	b.t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		b.t.Fatalf("%s: %v", raw, err)
	}
}

// call sends a command and waits for its answer; what happens meanwhile is looked at.
func (b *browser) call(method string, params obj) json.RawMessage {
	b.t.Helper()
	b.n++
	m := obj{"id": b.n, "method": method}
	if params != nil {
		m["params"] = params
	}
	if b.session != "" && !strings.HasPrefix(method, "Browser.") {
		m["sessionId"] = b.session
	}
	if _, err := b.to.Write(append([]byte(text(m)), 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		raw, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: the browser is gone: %v", method, err)
		}
		var answer struct {
			ID     int             `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		b.into(bytes.TrimSuffix(raw, []byte{0}), &answer)
		switch {
		case answer.ID == b.n && answer.Error != nil:
			b.t.Fatalf("%s: %s", method, answer.Error)
		case answer.ID == b.n:
			return answer.Result
		case answer.Method == "Runtime.exceptionThrown", answer.Method == "Log.entryAdded", answer.Method == "Page.javascriptDialogOpening":
			b.trouble = append(b.trouble, answer.Method+" "+string(answer.Params))
		}
	}
}

// eval evaluates an expression in the page.
func (b *browser) eval(js string) any {
	b.t.Helper()
	var r struct {
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
		Exception json.RawMessage `json:"exceptionDetails"`
	}
	b.into(b.call("Runtime.evaluate", obj{"expression": js, "returnByValue": true}), &r)
	if r.Exception != nil {
		b.t.Fatalf("%s: %s", js, r.Exception)
	}
	return r.Result.Value
}

func (b *browser) open(page []byte) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "page.html")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.call("Page.navigate", obj{"url": (&url.URL{Scheme: "file", Path: path}).String()})
	for range 100 {
		if b.eval("document.documentElement ? document.documentElement.dataset.ready : ''") == "1" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("the page's script did not come to its end: %v", b.trouble)
}

func (b *browser) key(key string, code int) {
	for _, typ := range []string{"keyDown", "keyUp"} {
		p := obj{"type": typ, "key": key, "code": key, "windowsVirtualKeyCode": code}
		if key == "Enter" && typ == "keyDown" {
			p["text"] = "\r"
		}
		b.call("Input.dispatchKeyEvent", p)
	}
}

func (b *browser) size(w, h int) {
	b.call("Emulation.setDeviceMetricsOverride", obj{"width": w, "height": h, "deviceScaleFactor": 1, "mobile": w < 600})
}

func (b *browser) scheme(name string) {
	b.call("Emulation.setEmulatedMedia", obj{"features": []obj{{"name": "prefers-color-scheme", "value": name}}})
}

// examplePage is a page over some weeks of made-up sessions.
func examplePage(t *testing.T, more ...string) []byte {
	t.Helper()
	commands := []string{
		"cd app && git push --force origin main", "git push -f", "git status && git push --force-with-lease",
		"sudo sh -c 'git push -f origin release/1'", "cat .env && echo done", "npm install left-pad", "cd web && npm run build 2>&1 | tail -20",
		"export API_TOKEN=sk-verysecretvalue1234567890; cat .env", "for b in a b; do git push origin +$b; done", "grep -rn 'git push -f' docs", "python3 -m pip install requests",
	}
	commands = append(commands, more...)
	var log strings.Builder
	at := time.Date(2026, 8, 31, 9, 0, 0, 0, time.UTC)
	for n := range 420 {
		at = at.Add(time.Duration(4+n%9) * time.Hour)
		c := commands[(n*n+n/3)%len(commands)]
		if n >= 420-len(commands) {
			c = commands[420-1-n]
		}
		id := fmt.Sprintf("toolu_01%024x", 0xabc123def+n)
		rec := func(typ string, block obj) string {
			return row(obj{"type": typ, "uuid": "u", "parentUuid": "p", "sessionId": fmt.Sprintf("s%d", n/12), "cwd": "/home/ann/shop", "gitBranch": "main", "timestamp": at.Format(time.RFC3339), "message": obj{"role": typ, "content": []obj{block}}})
		}
		log.WriteString(rec("assistant", obj{"type": "tool_use", "id": id, "name": "Bash", "input": obj{"command": c}}))
		out, failed := "ok", false
		if n%11 == 0 {
			out, failed = "PreToolUse:Bash hook error: no", true
		}
		log.WriteString(rec("user", obj{"type": "tool_result", "tool_use_id": id, "content": out, "is_error": failed}))
	}
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	p := program(t, plantedRules+`
[[rule]]
id = "use-pnpm"
kind = "command"
commands = ["npm"]
action = "count"
message = "This project uses pnpm."
instead = "pnpm add, pnpm run"
fires_on = ["npm i"]
[[rule]]
id = "no-docker-prune"
kind = "command"
commands = ["docker system prune"]
message = "Others' volumes are in there."
fires_on = ["docker system prune -af"]
`)
	page, err := Run([]session.File{{Path: path, Given: true}}, Options{Program: p, Details: true}).Page(PageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(page, []byte(path), []byte("/home/ann/.claude/projects/-home-ann-shop/session.jsonl"))
}

func TestBrowserPage(t *testing.T) {
	b := startBrowser(t)
	b.size(1200, 900)
	b.scheme("light")
	b.open(examplePage(t))
	if len(b.trouble) > 0 {
		t.Errorf("trouble: %v", b.trouble)
	}
	visible := "[...document.querySelectorAll('details')].filter(d => !d.hidden).length"
	all := b.eval(visible).(float64)
	if all < 5 {
		t.Fatalf("%v findings", all)
	}
	if n := b.eval("document.querySelectorAll('#rules svg rect').length").(float64); n < 10 {
		t.Errorf("the timelines have %v bars", n)
	}
	if b.eval("document.body.textContent.includes('sk-verysecret')") == true {
		t.Error("a secret is on the page")
	}

	// Search, filter, and back.
	b.eval("document.getElementById('search').focus()")
	b.call("Input.insertText", obj{"text": "SUDO"})
	if n := b.eval(visible).(float64); n != 1 {
		t.Errorf("%v findings with sudo", n)
	}
	b.eval("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
	b.eval("document.querySelector('button.rule[data-rule=\"use-pnpm\"]').click()")
	if n := b.eval(visible).(float64); n == 0 || n == all {
		t.Errorf("%v of %v findings of one rule", n, all)
	}
	b.eval("document.querySelector('button.rule[data-rule=\"use-pnpm\"]').click()")
	if n := b.eval(visible).(float64); n != all {
		t.Errorf("%v of %v findings without a filter", n, all)
	}
	b.eval("document.getElementById('outcome').value = 'blocked'; document.getElementById('outcome').dispatchEvent(new Event('input'))")
	if n := b.eval(visible).(float64); n == 0 {
		t.Error("no blocked findings")
	}
	b.eval("document.getElementById('outcome').value = ''; document.getElementById('outcome').dispatchEvent(new Event('input'))")

	// By keyboard alone: from the last filter on, Tab reaches the first finding, Enter opens it.
	b.eval("document.getElementById('outcome').focus()")
	b.key("Tab", 9)
	if tag := b.eval("document.activeElement.tagName"); tag != "SUMMARY" {
		t.Errorf("Tab reached %v", tag)
	}
	b.key("Enter", 13)
	if b.eval("document.activeElement.parentElement.open") != true {
		t.Error("Enter does not open a finding")
	}
	time.Sleep(200 * time.Millisecond) // the finding is filled in when it has opened
	if b.eval("!!document.activeElement.parentElement.querySelector('.body mark')") != true {
		t.Error("nothing is marked in an opened finding")
	}

	// Narrow, in both schemes: nothing is cut off, and text can be read.
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, w := range []int{360, 1200} {
			b.size(w, 800)
			if got := b.eval("document.documentElement.scrollWidth").(float64); got > float64(w) {
				t.Errorf("%s: the page is %v wide at %d", scheme, got, w)
			}
		}
		for _, sel := range []string{"h1", "#outcomes", "button.rule", "summary .id", "summary code", "mark", "dt"} {
			if c := b.eval(contrast(sel)).(float64); c < 4.5 {
				t.Errorf("%s: %s has a contrast of %.1f", scheme, sel, c)
			}
		}
	}
	if len(b.trouble) > 0 {
		t.Errorf("trouble: %v", b.trouble)
	}
	if *screenshot == "" {
		return
	}
	b.scheme("light")
	b.size(1200, 1000)
	var shot struct{ Data string }
	b.into(b.call("Page.captureScreenshot", obj{"format": "png"}), &shot)
	png, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*screenshot, png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// contrast is the contrast between an element's text and what is behind it.
func contrast(selector string) string {
	return `(() => {
	const rgb = (s) => s.match(/[\d.]+/g).map(Number);
	const lum = ([r, g, b]) => [r, g, b].map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }).reduce((a, v, i) => a + v * [0.2126, 0.7152, 0.0722][i], 0);
	const e = document.querySelector(` + fmt.Sprintf("%q", selector) + `);
	let at = e, back = [0, 0, 0, 0];
	while (at && (back = rgb(getComputedStyle(at).backgroundColor), back.length === 4 && back[3] === 0)) at = at.parentElement;
	const a = lum(rgb(getComputedStyle(e).color)), b = lum(back);
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
})()`
}

func TestBrowserPageIsSafeAgainstHostileText(t *testing.T) {
	hostile := []string{
		"git push -f ra '</script><script>document.title=\"owned\"</script>'",
		"git push -f rb '<img src=x onerror=\"document.title=1\">' <!--<script>",
		"git push -f rc ']]>&lt;script&gt;alert(1)&lt;/script&gt;'",
		"git push -f rd \u202e'desrever' \u2028 \x1b[31m red",
		"git push -f re \"javascript:document.title='x'\" ${constructor}",
		"git push -f rf @DATA@ @SCRIPT@ @STYLE@",
	}
	b := startBrowser(t)
	b.size(1200, 900)
	b.open(examplePage(t, hostile...))
	b.eval("document.querySelectorAll('details').forEach(d => { d.open = true })")
	time.Sleep(200 * time.Millisecond)
	if title := b.eval("document.title"); title != "rules2guards: what the rules would have stopped" {
		t.Errorf("title %v", title)
	}
	for sel, want := range map[string]float64{"script": 2, "img": 0, "iframe": 0, "a": 0, "style": 1, "meta": 4} {
		if n := b.eval(fmt.Sprintf("document.querySelectorAll(%q).length", sel)).(float64); n != want {
			t.Errorf("%v elements %s, want %v", n, sel, want)
		}
	}
	for _, s := range []string{"</script><script>document.title", "<img src=x onerror=", "@DATA@ @SCRIPT@"} {
		if b.eval(fmt.Sprintf("document.getElementById('findings').textContent.includes(%q)", s)) != true {
			t.Errorf("%q is not shown as text", s)
		}
	}
	if b.eval("/[\\u202e\\u2028\\u001b]/.test(document.body.textContent)") == true {
		t.Error("text that reorders or hides is shown as it is")
	}
	// The page's own policy: nothing else may run or load.
	b.eval("{ const s = document.createElement('script'); s.textContent = 'document.title=\"owned\"'; document.body.append(s) }")
	if title := b.eval("document.title"); title == "owned" {
		t.Error("the content policy lets another script run")
	}
}
