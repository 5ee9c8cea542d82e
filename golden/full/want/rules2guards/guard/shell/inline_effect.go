package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// touch says what a function does to the files that its arguments name.
type touch struct {
	kind touchKind
	tree bool
	skip int // arguments before the path: chmod(mode, file)
	text int // argument that is the whole new content; 0: none
}

type touchKind uint8

const (
	touchNothing  touchKind = iota
	touchRead               // first argument
	touchWrite              // first argument, created if need be
	touchChange             // first argument, which is there
	touchDelete             // every argument
	touchCopy               // from the first to the second
	touchMove               // from the first to the second
	touchLink               // first argument gets the name of the second
	touchOpen               // as the mode, the second argument, says
	touchOpenPerl           // open(F, '<', name) and open(F, '> name')
	touchLook               // asks about the name and opens nothing
)

// touchOf is the table of functions that touch files. qualifier is the name before the
// function's own; names that mean other things as well need the right one.
func touchOf(lang language, qualifier, name string) touch {
	switch lang {
	case python:
		return pythonTouch(qualifier, name)
	case javaScript:
		return scriptTouch(qualifier, name)
	case ruby:
		return rubyTouch(qualifier, name)
	}
	switch name {
	case "open":
		if lang == perl {
			return touch{kind: touchOpenPerl}
		}
		if qualifier == "io" {
			return touch{kind: touchOpen}
		}
	case "fopen", "SplFileObject", "sysopen":
		return touch{kind: touchOpen}
	case "file_get_contents", "readfile", "file", "read_file", "slurp", "include", "include_once", "require_once", "parse_ini_file", "show_source", "highlight_file", "dofile", "readLines", "readRDS", "insert-file-contents", "find-file":
		if lang == perl && strings.HasPrefix(name, "require") {
			return touch{}
		}
		return touch{kind: touchRead}
	case "require":
		return touch{kind: touchLook}
	case "file_put_contents", "write_file":
		return touch{kind: touchWrite, text: 1}
	case "touch", "writeLines", "saveRDS", "mkdir", "make_path":
		return touch{kind: touchWrite}
	case "truncate":
		return touch{kind: touchChange}
	case "chmod":
		if lang == perl {
			return touch{kind: touchChange, skip: 1}
		}
		return touch{kind: touchChange}
	case "unlink", "rmdir", "delete-file":
		return touch{kind: touchDelete}
	case "rmtree", "remove_tree", "rm_rf", "delete-directory":
		return touch{kind: touchDelete, tree: true}
	case "remove":
		if qualifier == "os" || qualifier == "file" {
			return touch{kind: touchDelete}
		}
	case "rm":
		if qualifier == "File" {
			return touch{kind: touchDelete}
		}
	case "rename", "move":
		return touch{kind: touchMove, tree: true}
	case "copy":
		return touch{kind: touchCopy}
	case "symlink", "link":
		return touch{kind: touchLink}
	case "file_exists", "is_file", "is_dir", "stat", "lstat", "opendir", "scandir", "glob", "realpath", "basename", "dirname":
		return touch{kind: touchLook}
	}
	return touch{}
}

func pythonTouch(qualifier, name string) touch {
	bare := qualifier == ""
	osModule := qualifier == "os" || bare
	shutil := qualifier == "shutil" || bare
	switch name {
	case "open", "fdopen":
		if bare || qualifier == "io" || qualifier == "codecs" || qualifier == "gzip" || qualifier == "bz2" || qualifier == "lzma" || qualifier == "builtins" || qualifier == "tarfile" || qualifier == "aiofiles" {
			return touch{kind: touchOpen}
		}
		if qualifier == "os" {
			return touch{kind: touchOpen}
		}
	case "remove", "unlink", "rmdir", "removedirs":
		if osModule {
			return touch{kind: touchDelete}
		}
	case "rmtree":
		return touch{kind: touchDelete, tree: true}
	case "move":
		if shutil {
			return touch{kind: touchMove, tree: true}
		}
	case "rename", "renames":
		if osModule {
			return touch{kind: touchMove, tree: true}
		}
	case "replace":
		if qualifier == "os" {
			return touch{kind: touchMove, tree: true}
		}
	case "copy", "copy2", "copyfile":
		if shutil {
			return touch{kind: touchCopy}
		}
	case "copytree":
		return touch{kind: touchCopy, tree: true}
	case "chmod", "chown", "truncate", "utime":
		if osModule || qualifier == "shutil" {
			return touch{kind: touchChange}
		}
	case "mkdir", "makedirs", "savefig", "to_csv", "to_json", "to_parquet", "to_excel", "to_pickle", "to_html":
		return touch{kind: touchWrite}
	case "symlink", "link":
		if osModule {
			return touch{kind: touchLink}
		}
	case "exists", "isfile", "isdir", "islink", "lexists", "stat", "lstat", "listdir", "scandir", "walk", "getsize", "getmtime", "access", "glob", "iglob", "basename", "dirname", "join", "abspath", "realpath", "relpath", "splitext", "expanduser", "Path", "PurePath", "PosixPath", "chdir", "insert", "import_module", "find_spec", "ArgumentParser", "add_argument", "getLogger":
		return touch{kind: touchLook}
	}
	return touch{}
}

// pathTouch is the table of the methods of a path object.
func pathTouch(name string) touch {
	switch name {
	case "read_text", "read_bytes", "read", "readlines", "each_line":
		return touch{kind: touchRead}
	case "write_text", "write_bytes", "write":
		return touch{kind: touchWrite, text: 1}
	case "touch", "mkdir":
		return touch{kind: touchWrite}
	case "unlink", "rmdir", "delete":
		return touch{kind: touchDelete}
	case "rmtree":
		return touch{kind: touchDelete, tree: true}
	case "rename", "replace":
		return touch{kind: touchMove, tree: true}
	case "open":
		return touch{kind: touchOpen}
	case "chmod":
		return touch{kind: touchChange}
	case "symlink_to", "hardlink_to", "link_to":
		return touch{kind: touchLink}
	}
	return touch{}
}

func scriptTouch(qualifier, name string) touch {
	files := false
	switch qualifier {
	case "fs", "fsp", "fse", "promises", "fsPromises", "fsExtra", "Deno", "shell", "shelljs", ")":
		files = true
	}
	switch name = strings.TrimSuffix(name, "Sync"); name {
	case "readFile", "createReadStream", "readTextFile", "readJson", "readJSON", "readv":
		return touch{kind: touchRead}
	case "file":
		if qualifier == "Bun" {
			return touch{kind: touchRead}
		}
	case "write":
		if qualifier == "Bun" {
			return touch{kind: touchWrite, text: 1}
		}
	case "writeFile", "outputFile", "writeTextFile":
		return touch{kind: touchWrite, text: 1}
	case "appendFile", "createWriteStream", "outputJson", "writeJson", "outputJSON", "writeJSON", "mkdir", "ensureFile", "ensureDir", "mkdirp":
		return touch{kind: touchWrite}
	case "open":
		if files {
			return touch{kind: touchOpen}
		}
	case "rm":
		return touch{kind: touchDelete}
	case "rmdir", "unlink":
		return touch{kind: touchDelete}
	case "remove", "emptyDir":
		if files {
			return touch{kind: touchDelete, tree: true}
		}
	case "rimraf", "del", "deleteAsync":
		return touch{kind: touchDelete, tree: true}
	case "rename":
		return touch{kind: touchMove, tree: true}
	case "move", "mv":
		if files {
			return touch{kind: touchMove, tree: true}
		}
	case "copyFile":
		return touch{kind: touchCopy}
	case "copy", "cp":
		if files {
			return touch{kind: touchCopy, tree: true}
		}
	case "truncate", "chmod", "chown", "utimes":
		return touch{kind: touchChange}
	case "symlink", "link":
		return touch{kind: touchLink}
	case "exists", "stat", "lstat", "access", "readdir", "readlink", "realpath", "watch", "watchFile", "opendir", "pathExists", "basename", "dirname", "extname", "join", "resolve", "relative", "chdir", "normalize":
		return touch{kind: touchLook}
	}
	return touch{}
}

func rubyTouch(qualifier, name string) touch {
	files := qualifier == "File" || qualifier == "IO" || qualifier == "Pathname" || qualifier == "FileUtils" || qualifier == "Dir"
	if !files && qualifier != "" {
		return touch{}
	}
	switch name {
	case "read", "readlines", "foreach", "binread":
		if files {
			return touch{kind: touchRead}
		}
	case "open", "new":
		if files || name == "open" {
			return touch{kind: touchOpen}
		}
	case "write", "binwrite":
		if files {
			return touch{kind: touchWrite, text: 1}
		}
	case "delete", "unlink", "rmdir":
		if files {
			return touch{kind: touchDelete}
		}
	case "rm", "rm_f", "safe_unlink":
		return touch{kind: touchDelete}
	case "rm_r", "rm_rf", "rmtree", "remove_dir", "remove_entry", "remove_entry_secure":
		return touch{kind: touchDelete, tree: true}
	case "rename", "mv", "move":
		return touch{kind: touchMove, tree: true}
	case "cp", "copy", "copy_file", "install":
		return touch{kind: touchCopy}
	case "cp_r", "copy_entry":
		return touch{kind: touchCopy, tree: true}
	case "ln", "ln_s", "ln_sf", "symlink", "link":
		return touch{kind: touchLink}
	case "touch", "mkdir", "mkdir_p":
		return touch{kind: touchWrite}
	case "chmod", "chown":
		return touch{kind: touchChange, skip: 1}
	case "truncate":
		return touch{kind: touchChange}
	case "load":
		return touch{kind: touchRead}
	case "exist?", "exist", "file", "directory", "glob", "entries", "expand_path", "basename", "dirname", "join", "require", "require_relative":
		return touch{kind: touchLook}
	}
	return touch{}
}

// openAccess is what a mode of open allows.
func openAccess(mode string) call.Access {
	mode = strings.TrimSpace(mode)
	switch {
	case mode == "":
		return call.Read
	case strings.ContainsAny(mode, "wax") || strings.HasPrefix(mode, ">") || strings.HasPrefix(mode, "+>"):
		if strings.Contains(mode, "+") {
			return call.Read | call.Write | call.Create
		}
		return call.Write | call.Create
	case strings.Contains(mode, "+"):
		return call.Read | call.Write
	}
	return call.Read
}
