package shell

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"rules2guards.local/guard/call"
)

func TestPowerShellRuns(t *testing.T) {
	for _, line := range []string{
		"npm i", "cd a; npm i", "ls && npm i", "ls | npm i", "a || npm i", "a\nnpm i", "& npm i", "& 'npm' i", `& "npm" i`, `& "C:\x\npm.cmd" i`, "& { npm i }", "if ($x) { npm i }", "if ($x) { ls } else { npm i }", "foreach ($p in $l) { npm i }", "1..3 | % { npm i }", "1..3 | ForEach-Object { npm i }", "try { npm i } catch { }", "$x = npm i", "$x = 'npm'; & $x i", `$x = "npm"; & $x i`, "$x='i'; npm $x", `$p='i'; npm "$p"`, "iex 'npm i'", `Invoke-Expression "npm i"`, "Invoke-Expression -Command 'npm i'", "'npm i' | iex", "echo 'npm i' | iex", "iex ('np' + 'm i')", "iex (('npm','i') -join ' ')", "Start-Process npm -ArgumentList i", "Start-Process npm -ArgumentList 'i' -Wait", "Start-Process -FilePath npm -ArgumentList 'i'", "Start-Process 'npm' 'i'", "saps npm i", "start npm i", "Start-Job -ScriptBlock { npm i }", "Invoke-Command -ScriptBlock { npm i }", "$(npm i)", `echo "$(npm i)"`, "echo (npm i)", "npm `\n i", "n`pm i", "cmd /c npm i", "pwsh -c 'npm i'", "powershell -Command npm i", "bash -c 'npm i'", "# x\nnpm i", "<# x #> npm i", "Set-Alias x npm; x i", "& (Get-Command npm) i", "& (gcm npm) i", "[System.Diagnostics.Process]::Start('npm','i')", "& ([scriptblock]::Create('npm i'))", "$a = @('i'); npm @a", "function f { npm i }; f", "return npm i", "while ($true) { npm i; break }", "npm i > out.txt", "npm i 2>&1 | Out-Null", "npm i 2>$null", "$x = @'\nnpm i\n'@\niex $x", "ls; npm --% i", "if (npm i) { ls }", "npm.cmd i", "node -e \"require('child_process').execSync('npm i')\"", "sudo npm i", "Microsoft.PowerShell.Utility\\Invoke-Expression 'npm i'", "do { npm i } while ($x)", "switch ($x) { 1 { npm i } }",
	} {
		t.Run(line, func(t *testing.T) {
			got := runsText(powerShell, Value(line), nil, nil, 0)
			for i := range got {
				got[i] = strings.TrimSuffix(got[i], " …")
			}
			if !slices.Contains(got, "npm i") {
				t.Errorf("%s\nruns %q", line, got)
			}
		})
	}
	for _, line := range []string{
		"echo 'npm i'", "Write-Host npm i", "'npm i'", `"npm i"`, "# npm i", "<# npm i #>", "$x = 'npm i'", "git commit -m 'npm i'", "Get-Command npm", "gcm npm", "Select-String npm i", "@'\nnpm i\n'@ | Set-Content a", "git commit -m @'\nnpm i\n'@", "$x -eq 'npm i'", "if ($x -eq 'npm') { ls }", "Get-Content npm", "[string]::IsNullOrEmpty('npm i')", "$x.Contains('npm i')", "Where-Object { $_.Name -eq 'npm' }", "ls npm; cat npm",
	} {
		t.Run("not "+line, func(t *testing.T) {
			for _, got := range runsText(powerShell, Value(line), nil, nil, 0) {
				if strings.HasPrefix(got, "npm") {
					t.Errorf("%s\nruns %q", line, got)
				}
			}
		})
	}
}

func TestCmdRuns(t *testing.T) {
	for _, line := range []string{
		"npm i", "cd a & npm i", "ls && npm i", "a || npm i", "a | npm i", "@npm i", "call npm i", "start npm i", `start "" npm i`, `start "a b" /b /wait npm i`, "start /d x npm i", "if exist x npm i", "if exist x (npm i)", "if not exist x ( npm i )", "if exist x (ls) else (npm i)", "if 1==1 npm i", "if /i a==b npm i", `if "%x%"=="a b" npm i`, "if errorlevel 1 npm i", "if x equ y npm i", "for %i in (1 2) do npm i", "for %%i in (1 2) do ( npm i )", "for /f %i in ('npm i') do echo %i", "n^pm i", "npm ^\ni", "npm ^\r\ni", `"npm" i`, "C:\\x\\npm.cmd i", "npm.exe i", "set X=npm& %X% i", "(npm i)", "npm i > a.txt", "npm i 2>nul", "a > b & npm i", "cmd /c npm i", "cmd /c \"npm i\"", "powershell -c npm i", ":x\nnpm i", "rem x\nnpm i", "npm,i",
	} {
		t.Run(line, func(t *testing.T) {
			got := runsText(cmdExe, Value(line), nil, nil, 0)
			if !slices.Contains(got, "npm i") {
				t.Errorf("%s\nruns %q", line, got)
			}
		})
	}
	for _, line := range []string{"echo npm i", "rem npm i", ":: npm i", "set X=npm i", "git commit -m \"npm i & npm i\"", "echo \"a & npm i\"", "echo a ^& npm i", "if exist npm ls", "cd npm", "for %i in (npm i) do echo %i", "type npm", "where npm", "start /d npm ls"} {
		t.Run("not "+line, func(t *testing.T) {
			for _, got := range runsText(cmdExe, Value(line), nil, nil, 0) {
				if strings.HasPrefix(got, "npm") {
					t.Errorf("%s\nruns %q", line, got)
				}
			}
		})
	}
}

func TestPowerShellAndCmdAreStarted(t *testing.T) {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune("npm i")) {
		encoded = append(encoded, byte(unit), byte(unit>>8))
	}
	code := base64.StdEncoding.EncodeToString(encoded)
	var rows []nestRow
	for _, line := range []string{
		"pwsh -c 'npm i'", "pwsh -Command 'npm i'", "pwsh -Command npm i", "powershell -Command 'npm i'", "powershell 'npm i'", "powershell npm i", "powershell.exe -NoProfile -ExecutionPolicy Bypass -Command 'npm i'", "powershell -nop -ep bypass -c 'npm i'", "pwsh -NoProfile -NonInteractive -c 'npm i'", "powershell /c 'npm i'", "powershell -com 'npm i'", "pwsh -e " + code, "powershell -enc " + code, "powershell -EncodedCommand " + code, "powershell -w hidden -enc " + code, "pwsh -Command - <<< npm i", "pwsh <<< npm i", "powershell - <<< npm i", "/usr/bin/pwsh -c 'npm i'",
		"cmd /c npm i", "cmd /C npm i", "cmd.exe /c npm i", "cmd //c npm i", "cmd /c 'npm i'", "cmd /s /c 'npm i'", "cmd /d /s /c 'npm i'", "cmd /k npm i", "cmd /q /c 'cd a && npm i'", "cmd /cnpm i", "cmd <<< npm i",
	} {
		rows = append(rows, nestRow{line: line, want: "npm i"})
	}
	for _, line := range []string{"pwsh -File npm.ps1", "pwsh npm.ps1", "powershell -File npm.ps1", "cmd /?", "pwsh -Version"} {
		rows = append(rows, nestRow{line: line})
	}
	checkRuns(t, rows)
}

func TestPowerShellKeepsRedirectsPipesAndVariables(t *testing.T) {
	out := powerShellCommands(`$env:HUSKY=0; git log | cat > a\b.txt`, Span{})
	if len(out) != 2 || !out[0].pipe || out[1].pipe {
		t.Fatalf("found %+v", out)
	}
	if len(out[1].redirects) != 1 || out[1].redirects[0].File.Value != "a/b.txt" {
		t.Errorf("redirects %+v", out[1].redirects)
	}
	if v, ok := lookup(out[0].env, "HUSKY"); !ok || v != "0" {
		t.Errorf("environment %+v", out[0].env)
	}
}

// TestPowerShellOutputReaches: what a command writes is in the words of another one.
func TestPowerShellOutputReaches(t *testing.T) {
	for _, text := range []string{
		"iex (irm U)", "iex $(irm U)", `iex "$(irm U)"`, `iex "a $(b "$(irm U)")"`, "iex ((irm U).Trim())", "iex -Command (irm U)", "$x = irm U; iex $x", "$x = (irm U).Content; $y = $x + 'a'; iex \"$y\"", "& ([scriptblock]::Create((irm U)))",
		"(irm U).Content | iex", "$x = irm U; $x | iex", "irm U | % { iex $_ }", "irm U > a; iex (gc a)", "& 'iex' (irm U)", "$a = 'iex'; & $a (irm U)", "iex (& { irm U })",
	} {
		if s := Read(text, Options{Dir: "/p", Dialect: call.PowerShell}); !reaches(s, "irm", "iex") && !reaches(s, "irm", "Invoke-Expression") {
			t.Errorf("%s: not in %q", text, programs(s))
		}
	}
	for _, text := range []string{"$x = irm U; $x = 'a'; iex $x", "$x = irm U; iex $y", "irm U; iex 'a'", "(irm U); iex (gc a)", "irm U > a; iex (gc b)"} {
		if s := Read(text, Options{Dir: "/p", Dialect: call.PowerShell}); reaches(s, "irm", "iex") {
			t.Errorf("%s: in %q", text, programs(s))
		}
	}
}

func TestPowerShellAndCmdAreReadInBoundedTime(t *testing.T) {
	for _, part := range []string{"$(", "(", "{", "\"$(", "@'\n", "'", "`", "a|", "a;", "$x=$x+$x;", "$x=@('a','a')+$x;", "%a%", "^", "set a=%a%%a%&", "if a ", "for "} {
		text := Value(strings.Repeat(part, 16<<10/len(part)))
		powerShellCommands(text, Span{})
		cmdExeCommands(text, Span{})
	}
}
